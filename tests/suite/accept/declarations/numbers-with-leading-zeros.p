// Integer literals may have leading zeros and reach 2147483647; floats need no digit before the point.
machine Calculator {
  var n: int;
  var x: float;
  start state Run {
    entry {
      n = 007;
      n = 2147483647;
      n = -2147483647;
      x = 1.05;
      x = .5;
      x = 1 . 5;
      x = 00.10;
      assert n != 08;
    }
  }
}
