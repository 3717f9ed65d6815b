// A parameter that the test does not mention has the default value; negative values have names, too.
// verdict tcNone: violated: assertion @9 0
// verdict tcSome___nSlots_neg1: violated: assertion @9 -1
// verdict tcSome___nSlots_5: holds
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
