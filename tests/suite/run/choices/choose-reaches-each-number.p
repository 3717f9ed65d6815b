// Every number below the bound comes out in some run.
// verdict tc___bad_0: violated: assertion @15 got 0
// verdict tc___bad_1: violated: assertion @15 got 1
// verdict tc___bad_2: violated: assertion @15 got 2
// verdict tc___bad_3: holds
// states tc___bad_3: 2
// transitions tc___bad_3: 1
// verdict tc___bad_neg1: holds
// states tc___bad_neg1: 2
// transitions tc___bad_neg1: 1
param bad: int;
machine Main {
  start state Run {
    entry {
      assert choose(3) != bad, format("got {0}", bad);
    }
  }
}
test param (bad in [0, 1, 2, 3, -1]) tc [main=Main]: { Main };
