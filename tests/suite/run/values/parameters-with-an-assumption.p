// Only the pairs of values that the assumption admits are run.
// verdict tc___low_1__high_2: holds
// states tc___low_1__high_2: 2
// transitions tc___low_1__high_2: 1
// verdict tc___low_1__high_3: holds
// states tc___low_1__high_3: 2
// transitions tc___low_1__high_3: 1
// verdict tc___low_2__high_3: violated: assertion @12
param low, high: int;
machine Main {
  start state Run {
    entry { assert low == 1; assert low < high; }
  }
}
test param (low in [1, 2, 3], high in [1, 2, 3]) assume (low < high) tc [main=Main]: { Main };
