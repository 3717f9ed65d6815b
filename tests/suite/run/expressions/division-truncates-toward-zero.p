// The quotient of ints is rounded toward zero, whatever the signs.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      assert 7 / 2 == 3 && -7 / 2 == -3;
      assert 7 / -2 == -3 && -7 / -2 == 3;
      assert 1 / 2 == 0 && -1 / 2 == 0 && 0 / 5 == 0;
      assert 2147483647 * 1000 / 1000 == 2147483647;
    }
  }
}
