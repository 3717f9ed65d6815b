// The one quotient that does not fit wraps around like any other result.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var least: int;
      var minus: int;
      least = -((2147483647 + 1) * (2147483647 + 1)) * 2;
      minus = -1;
      assert least / minus == least;
      assert least % minus == 0;
    }
  }
}
