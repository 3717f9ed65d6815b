// Ten thousand turns and nine hundred calls are fine.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Only {
    entry {
      var i: int;
      while (i < 10000) i = i + 1;
      assert i == 10000;
      assert Depth(900) == 900;
    }
  }
  fun Depth(n: int): int { if (n == 0) return 0; return 1 + Depth(n - 1); }
}
