// A long loop is no runaway.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var n: int;
      while (n < 50000) { n = n + 1; }
      assert n == 50000;
    }
  }
}
