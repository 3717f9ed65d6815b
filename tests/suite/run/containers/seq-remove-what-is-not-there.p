// Removal needs an index that is there.
// verdict tc___at_0: holds
// states tc___at_0: 2
// transitions tc___at_0: 1
// verdict tc___at_1: violated: index @13
// verdict tc___at_neg1: violated: index @13
param at: int;
machine Main {
  start state Run {
    entry {
      var list: seq[int];
      list += (0, 5);
      list -= (at);
      assert sizeof(list) == 0;
    }
  }
}
test param (at in [0, 1, -1]) tc [main=Main]: { Main };
