// Fairness forces a machine to run, but not one that crashed.
// verdict: holds
// run: --faults=crash=1:Worker
// verdict: violated: liveness @12
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
