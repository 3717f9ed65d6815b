// Two parameters give a run for each pair of values; negative ones are spelled in the name.
// verdict tc___n_neg1__up_true: holds
// states tc___n_neg1__up_true: 2
// transitions tc___n_neg1__up_true: 1
// verdict tc___n_2__up_true: holds
// states tc___n_2__up_true: 2
// transitions tc___n_2__up_true: 1
// verdict tc___n_neg1__up_false: violated: assertion @16 -1 down
// verdict tc___n_2__up_false: holds
// states tc___n_2__up_false: 2
// transitions tc___n_2__up_false: 1
param n: int;
param up: bool;
machine Main {
  start state Run {
    entry { assert up || n > 0, format("{0} down", n); }
  }
}
test param (n in [-1, 2], up in [true, false]) tc [main=Main]: { Main };
