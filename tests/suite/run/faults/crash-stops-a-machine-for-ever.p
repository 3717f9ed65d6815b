// Fairness forces a machine to run, but not one that crashed.
// verdict: holds
// states: 5
// transitions: 7
// run: --faults=crash=1:Worker
// verdict: violated: liveness @14
event eTick;
event eDone;
machine Main {
  start state Only { entry { new Worker(); send this, eTick; } on eTick do { send this, eTick; } }
}
machine Worker { start state Only { entry { send this, eTick; } on eTick do { announce eDone; } } }
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { }
}
