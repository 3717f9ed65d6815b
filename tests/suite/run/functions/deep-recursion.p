// Nine hundred calls, one in the other, are no runaway.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  fun Depth(n: int): int { if (n == 0) return 0; return 1 + Depth(n - 1); }
  start state Run {
    entry { assert Depth(900) == 900; }
  }
}
