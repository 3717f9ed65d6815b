// The arithmetic operators on two ints or two floats, and '-' on one.
machine Calculator {
  start state Run {
    entry {
      var n: int;
      var x: float;
      n = 1 + 2 - 3 * 4 / 5 % 6;
      n = -n + -(n - 1) - -n;
      n = 7 / -2 + 7 % -2;
      n = sizeof(default(seq[int])) + choose(3) * (n to int);
      x = 1.0 + .5 - 2.5 * 4.0 / x;
      x = x % 2.0 + 5.5 % x;
      x = -x - -1.5;
      x = -(n to float + x);
    }
  }
}
