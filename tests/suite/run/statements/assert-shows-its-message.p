// The message of a failed assertion is made of values at that moment.
// verdict: violated: assertion @9 sum is 6 of 3
machine Main {
  var sum: int;
  fun Explain(count: int): string { return format("sum is {0} of {1}", sum, count); }
  start state Run {
    entry {
      sum = 6;
      assert sum == 5, Explain(3);
    }
  }
}
