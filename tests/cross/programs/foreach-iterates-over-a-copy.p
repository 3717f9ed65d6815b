// expect: holds
machine Main {
  start state S {
    entry {
      var s: seq[int];
      var x: int;
      var sum: int;
      s += (0, 1);
      s += (1, 2);
      foreach (x in s) { s += (sizeof(s), x + 10); sum = sum + x; }
      assert sizeof(s) == 4 && sum == 3 && x == 2;
    }
  }
}
