// A variable as operand is read when the operator runs, as an argument when its turn comes.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  var n: int;
  fun Bump(): int { n = n + 10; return 1; }
  fun First(a: int, b: int): int { return a; }
  start state Run {
    entry {
      var pair: (int, int);
      assert n + Bump() == 11;
      assert First(n, Bump()) == 10 && n == 20;
      pair = (n, Bump());
      assert pair == (20, 1) && n == 30;
      assert Bump() + n == 41;
    }
  }
}
