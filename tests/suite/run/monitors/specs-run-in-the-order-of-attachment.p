// Both specs fail at the same event; the one attached first is the one to blame.
// verdict tcSame: violated: assertion @10 first
// verdict tcOther: violated: assertion @17 second
event eJob;
machine Main { start state Only { entry { announce eJob; } } }
machine Never { start state Only { entry { send this, eJob; } } }
spec First observes eJob {
  start state Only {
    on eJob do {
      assert false, "first";
    }
  }
}
spec Second observes eJob {
  start state Only {
    on eJob do {
      assert false, "second";
    }
  }
}
test tcSame [main=Main]: assert First, Second in { Main, Never };
test tcOther [main=Main]: assert Second, First in { Main, Never };
