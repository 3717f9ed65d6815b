// An engine that does not judge cycles still finds what fails behind a loop of choices.
// verdict: violated: assertion @16
// run: --engine=sets
// verdict: violated: assertion @16
// run: --engine=dpor
// verdict: violated: assertion @16
event eDone;
event eTick;
machine Main {
  var n: int;
  start state S {
    entry { send this, eTick; }
    on eTick do {
      while ($) { }
      n = n + 1;
      assert n < 4;
      send this, eTick;
    }
  }
}
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { ignore eDone; }
}
test tc [main=Main]: assert Finishes in { Main };
