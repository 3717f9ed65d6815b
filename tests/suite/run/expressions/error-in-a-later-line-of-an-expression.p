// An error is reported at the operation that failed, not at the start of its statement.
// verdict: violated: index @9
machine Main {
  start state Run {
    entry {
      var list: seq[int];
      var n: int;
      n = sizeof(list) +
          list[3] +
          n;
    }
  }
}
