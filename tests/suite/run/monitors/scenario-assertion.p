// An assertion in a scenario is an error, in every test.
// verdict tcOne: violated: assertion @10
// verdict tcTwo: violated: assertion @10
event eJob;
machine Main { start state Only { entry { announce eJob; } } }
machine Other { start state Only { entry { announce eJob; } } }
scenario Seen observes eJob {
  start state None {
    on eJob do {
      assert false;
    }
  }
  cold state Done { }
}
test tcOne [main=Main]: { Main };
test tcTwo [main=Other]: { Other };
