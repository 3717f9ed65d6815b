// Insertion at the size appends; one further is an error, and so is anything below zero.
// verdict tc___at_0: holds
// states tc___at_0: 2
// transitions tc___at_0: 1
// verdict tc___at_1: holds
// states tc___at_1: 2
// transitions tc___at_1: 1
// verdict tc___at_2: violated: index @16
// verdict tc___at_neg1: violated: index @16
param at: int;
machine Main {
  start state Run {
    entry {
      var list: seq[int];
      list += (0, 5);
      list += (at, 6);
      assert list[at] == 6 && list[1 - at] == 5;
    }
  }
}
test param (at in [0, 1, 2, -1]) tc [main=Main]: { Main };
