// The digits of a float are no int literals, so they may exceed the range of int literals.
machine Circle {
  var pi, e: float;
  start state Ready {
    entry {
      pi = 3.14159265358979323846;
      e = 2.71828182845904523536;
      assert pi > e;
    }
  }
}
