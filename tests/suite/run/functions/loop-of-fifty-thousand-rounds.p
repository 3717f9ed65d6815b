// A long loop is no runaway.
// verdict: holds
machine Main {
  start state Run {
    entry {
      var n: int;
      while (n < 50000) { n = n + 1; }
      assert n == 50000;
    }
  }
}
