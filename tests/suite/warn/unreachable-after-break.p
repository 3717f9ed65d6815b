// A statement after break is never executed.
fun FirstAbove(numbers: seq[int], limit: int): int {
  var n: int;
  var best: int;
  foreach (n in numbers) {
    if (n > limit) {
      best = n;
      break;
      best = limit;  //~ warning: unreachable statement
    }
  }
  return best;
}

machine Searcher {
  var numbers: seq[int];
  start state Run {
    entry { numbers += (0, 5); print format("{0}", FirstAbove(numbers, 4)); }
  }
}
