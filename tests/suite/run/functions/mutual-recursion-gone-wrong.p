// A wrong answer out of a deep recursion is found.
// verdict: violated: assertion @10 101
fun IsEven(n: int): bool { if (n == 0) return true; return IsOdd(n - 1); }
fun IsOdd(n: int): bool { if (n == 0) return false; return IsEven(n - 1); }
machine Main {
  start state Run {
    entry {
      var n: int;
      while (n < 200) {
        assert n < 100 || !IsOdd(n), format("{0}", n);
        n = n + 1;
      }
    }
  }
}
