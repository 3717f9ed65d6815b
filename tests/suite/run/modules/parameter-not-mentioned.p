// A parameter that the test does not mention has the default value; negative values have names, too.
// verdict tcNone: violated: assertion @11 0
// verdict tcSome___nSlots_neg1: violated: assertion @11 -1
// verdict tcSome___nSlots_5: holds
// states tcSome___nSlots_5: 2
// transitions tcSome___nSlots_5: 1
param nSlots: int;
machine Main {
  start state Only {
    entry {
      assert nSlots == 5, format("{0}", nSlots);
    }
  }
}
test tcNone [main=Main]: { Main };
test param (nSlots in [-1, 5]) tcSome [main=Main]: { Main };
