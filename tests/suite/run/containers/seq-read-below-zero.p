// Indices do not count from the end.
// verdict: violated: index @9
machine Main {
  start state Run {
    entry {
      var list: seq[int];
      var n: int;
      list += (0, 5);
      n = list[0 - 1];
    }
  }
}
