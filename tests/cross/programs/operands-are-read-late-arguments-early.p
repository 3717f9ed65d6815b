// expect: holds
// In x + Bump() the new x is read; as an argument, the old one.
machine Main {
  var x: int;
  start state S {
    entry {
      var r: int;
      r = x + Bump();
      assert r == 2, format("{0}", r);
      r = First(x, Bump());
      assert r == 1, format("{0}", r);
    }
  }
  fun Bump(): int { x = x + 1; return x; }
  fun First(a: int, b: int): int { return a + b - b; }
}
