// Recursion that never ends is an error, not a crash.
// verdict: violated: runaway @4
machine Main {
  fun Down(n: int): int { return 1 + Down(n - 1); }
  start state Run {
    entry { assert Down(3) > 0; }
  }
}
