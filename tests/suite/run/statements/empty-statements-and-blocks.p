// Empty statements and blocks do nothing, also as bodies.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var n: int;
      ;
      { { } ; }
      if (n == 0) ; else { assert false; }
      foreach (n in default(seq[int])) ;
      { n = n + 1; { n = n + 1; } }
      assert n == 2;
    }
  }
}
