// The right side of an assignment is computed before the index on the left is looked up.
// verdict: violated: division-by-zero @8
machine Main {
  start state Run {
    entry {
      var zero: int;
      var list: seq[int];
      list[9] = 1 / zero;
    }
  }
}
