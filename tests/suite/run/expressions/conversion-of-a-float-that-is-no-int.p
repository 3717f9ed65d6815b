// A float that no int comes near still converts to some int, always the same one.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var zero: float;
      var large: float;
      large = 9000000000000000000.0 * 4.0;
      assert (1.0 / zero) to int == (1.0 / zero) to int;
      assert (zero / zero) to int == (zero / zero) to int;
      assert large to int == large to int && -large to int == -large to int;
    }
  }
}
