// A spec watches only the tests that name it.
// verdict tcWithout: holds
// verdict tcWith: violated: assertion @9
event eJob;
machine Main { start state Only { entry { announce eJob; } } }
spec Never observes eJob {
  start state Only {
    on eJob do {
      assert false;
    }
  }
}
test tcWithout [main=Main]: { Main };
test tcWith [main=Main]: assert Never in { Main };
