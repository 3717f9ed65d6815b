// Two functions may call each other.
// verdict: holds
// states: 2
// transitions: 1
fun IsEven(n: int): bool { if (n == 0) return true; return IsOdd(n - 1); }
fun IsOdd(n: int): bool { if (n == 0) return false; return IsEven(n - 1); }
machine Main {
  start state Run {
    entry { assert IsEven(100) && !IsEven(77) && IsOdd(77) && !IsOdd(0); }
  }
}
