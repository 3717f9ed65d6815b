// A test with parameters is one test for each admissible assignment.
// verdict tc___nSlots_1__careful_true: holds
// states tc___nSlots_1__careful_true: 3
// transitions tc___nSlots_1__careful_true: 2
// verdict tc___nSlots_2__careful_true: holds
// states tc___nSlots_2__careful_true: 4
// transitions tc___nSlots_2__careful_true: 3
// verdict tc___nSlots_2__careful_false: violated: assertion @18 2 at once
param nSlots: int;
param careful: bool;
event eUse;
machine Main {
  var used: int;
  start state Only {
    entry { var i: int; while (i < nSlots) { send this, eUse; i = i + 1; } }
    on eUse do {
      used = used + 1;
      assert careful || used < 2, format("{0} at once", used);
    }
  }
}
test param (nSlots in [1, 2], careful in [true, false]) assume (careful || nSlots > 1)
  tc [main=Main]: { Main };
