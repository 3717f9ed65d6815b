// The left operand of 'in' may be a sum or product without parentheses, the right one any suffix expression.
machine Searcher {
  var queue: seq[int];
  var ages: map[string, int];
  var rows: seq[set[int]];
  start state Run {
    entry {
      var n: int;
      var name: string;
      var found: bool;
      found = sizeof(queue) - 1 in queue;
      found = n * 2 + 1 in queue;
      found = name + "s" in ages;
      found = name + "s" in keys(ages);
      found = -n in values(ages);
      found = n + 1 in rows[n - 1];
      found = !(n in rows[0]) && n % 3 in queue;
      found = queue[0] in queue || rows[0] in rows;
    }
  }
}
