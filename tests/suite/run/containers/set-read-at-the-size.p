// A set has as many indices as elements.
// verdict tc___at_1: holds
// states tc___at_1: 2
// transitions tc___at_1: 1
// verdict tc___at_2: violated: index @16
// verdict tc___at_neg1: violated: index @16
param at: int;
machine Main {
  start state Run {
    entry {
      var few: set[int];
      var n: int;
      few += (30);
      few += (10);
      few += (30);
      n = few[at];
      assert n in few;
    }
  }
}
test param (at in [1, 2, -1]) tc [main=Main]: { Main };
