// Sums, products and negation of ints wrap around at 64 bits, without an error.
// verdict: holds
// transitions: 1
// states: 2
machine Main {
  start state Run {
    entry {
      var half: int;
      var most: int;
      var least: int;
      half = (2147483647 + 1) * (2147483647 + 1);
      most = half - 1 + half;
      least = -most - 1;
      assert most > 0 && least < 0;
      assert most + 1 == least && least - 1 == most;
      assert -least == least && least * -1 == least;
      assert most * 2 == -2 && half * 4 == 0;
      assert format("{0} {1}", most, least) == "9223372036854775807 -9223372036854775808";
    }
  }
}
