// expect: violated: liveness
// Fair choices: the loop takes both alternatives again and again, and the spec stays hot.
event eDone;
event eTick;
machine Main {
  start state Only {
    entry { send this, eTick; }
    on eTick do { while ($) { } send this, eTick; }
  }
}
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { ignore eDone; }
}
test t [main=Main]: assert Finishes in { Main };
