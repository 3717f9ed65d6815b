// The two zeros of IEEE are equal, also inside other values.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var zero: float;
      var seen: set[float];
      assert zero == -zero;
      assert (zero, 1) == (-zero, 1);
      seen += (zero);
      assert -zero in seen;
      seen += (-zero);
      assert sizeof(seen) == 1;
    }
  }
}
