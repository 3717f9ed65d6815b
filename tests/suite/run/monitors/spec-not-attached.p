// A spec watches only the tests that name it.
// verdict tcWithout: holds
// states tcWithout: 2
// transitions tcWithout: 1
// verdict tcWith: violated: assertion @11
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
