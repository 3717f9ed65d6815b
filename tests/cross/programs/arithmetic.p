// expect: holds
machine Main {
  start state S {
    entry {
      assert 7 / 2 == 3 && -7 / 2 == -3 && 7 % 3 == 1 && -7 % 3 == -1;
      assert (2.75 to int) == 2 && (3 to float) / 2.0 == 1.5;
      assert 2147483647 * 2147483647 + 2147483647 + 2147483647 + 1 == 2147483647 * 2147483647 + 2147483647 * 2 + 1;
      assert "ab" < "b" && "a" + "b" == "ab" && !(1 == 2) && (false ==> false);
    }
  }
}
