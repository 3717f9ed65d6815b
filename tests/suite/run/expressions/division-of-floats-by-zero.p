// Floats divided by zero give an infinity, or something that is no number and stands in no order.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var zero: float;
      var most: float;
      var none: float;
      most = 1.0 / zero;
      none = zero / zero;
      assert most > 1000000.0 * 1000000.0 && -most < -1000000.0 && most == most + 1.0;
      assert most == 2.0 / zero && -1.0 / zero == -most;
      assert !(none < 0.0) && !(none >= 0.0) && !(none > 0.0) && !(none <= 0.0);
      assert !(0.0 < none) && !(0.0 >= none);
    }
  }
}
