// A test with a parameter is one run for each value, each with a verdict of its own.
// verdict tc___limit_1: holds
// states tc___limit_1: 2
// transitions tc___limit_1: 1
// verdict tc___limit_2: holds
// states tc___limit_2: 2
// transitions tc___limit_2: 1
// verdict tc___limit_3: violated: assertion @12 3 is too much
param limit: int;
machine Main {
  start state Run {
    entry { assert limit < 3, format("{0} is too much", limit); }
  }
}
test param (limit in [1, 2, 3]) tc [main=Main]: { Main };
