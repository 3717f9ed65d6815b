// `to int` truncates toward zero, `to float` keeps the number.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      assert 2.75 to int == 2 && -2.75 to int == -2 && 0.99 to int == 0;
      assert 3 to float == 3.0 && -3 to float / 2.0 == -1.5;
      assert (2147483647 + 1) * 1024 to float to int == (2147483647 + 1) * 1024;
      assert 5 to int == 5 && 2.5 to float == 2.5;
    }
  }
}
