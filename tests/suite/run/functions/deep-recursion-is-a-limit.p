// A recursion that ends, but is deep, is no error either.
// verdict: unknown
// run: --max-calls=3000
// verdict: holds
machine Main {
  fun Depth(n: int): int { if (n == 0) return 0; return 1 + Depth(n - 1); }
  start state Run {
    entry { assert Depth(2000) == 2000; }
  }
}
// not for naive
