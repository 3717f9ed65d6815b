// There is nothing to choose from below zero.
// verdict: violated: choose @8
machine Main {
  start state Run {
    entry {
      var n: int;
      n = choose(n);
      n = choose(n - 1);
    }
  }
}
