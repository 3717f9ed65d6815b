// A machine that can run does run, though another one could run for ever.
// verdict: holds
// states: 4
// transitions: 5
event eTick;
event eDone;
machine Main {
  start state Only { entry { new Worker(); send this, eTick; } on eTick do { send this, eTick; } }
}
machine Worker { start state Only { entry { announce eDone; } } }
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { }
}
