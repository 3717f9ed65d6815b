// A set of 5,000 elements, filled from the top and halved again.
// verdict: holds
// transitions: 1
// states: 2
machine Main {
  start state Run {
    entry {
      var many: set[int];
      var n: int;
      n = 5000;
      while (n > 0) { many += (n); many += (n); n = n - 1; }
      assert sizeof(many) == 5000 && 1 in many && 5000 in many && !(0 in many) && !(5001 in many);
      n = 2;
      while (n <= 5000) { many -= (n); n = n + 2; }
      assert sizeof(many) == 2500 && 2499 in many && !(2500 in many);
    }
  }
}
// once for naive
