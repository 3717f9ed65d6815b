// Every number below the bound comes out in some run.
// verdict tc___bad_0: violated: assertion @11 got 0
// verdict tc___bad_1: violated: assertion @11 got 1
// verdict tc___bad_2: violated: assertion @11 got 2
// verdict tc___bad_3: holds
// verdict tc___bad_neg1: holds
param bad: int;
machine Main {
  start state Run {
    entry {
      assert choose(3) != bad, format("got {0}", bad);
    }
  }
}
test param (bad in [0, 1, 2, 3, -1]) tc [main=Main]: { Main };
