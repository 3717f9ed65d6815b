// The remainder of ints has the sign of the dividend, and 64 bits count.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var large: int;
      assert 7 % 3 == 1 && -7 % 3 == -1;
      assert 7 % -3 == 1 && -7 % -3 == -1;
      assert 6 % 3 == 0 && -6 % 3 == 0;
      large = 1048576 * 1048576;
      assert (large + 5) % large == 5 && -(large + 5) % large == -5;
      assert (large * 4 + 1) % 3 == 2;
    }
  }
}
