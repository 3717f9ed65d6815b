// Floats add, multiply, divide and compare as IEEE doubles do.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var x: float;
      x = 1.5;
      assert x + .25 == 1.75 && x - 2.0 == -0.5 && x * x == 2.25 && 7.0 / 2.0 == 3.5;
      assert 0.1 + 0.2 != 0.3 && 0.1 + 0.2 > 0.3;
      assert 7.5 % 2.0 == 1.5 && -7.5 % 2.0 == -1.5;
      assert 1.05 > 1.005 && 1.5 >= 1.5 && !(1.5 < 1.5);
      assert 4503599627370497.5 > 4503599627370497.0;
    }
  }
}
