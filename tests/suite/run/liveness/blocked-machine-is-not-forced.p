// Fairness does not help a machine that waits for what nobody sends; and it is no deadlock.
// verdict: violated: liveness @11
event eTick;
event eReply;
event eDone;
machine Main {
  start state Only { entry { new Worker(); send this, eTick; } on eTick do { send this, eTick; } }
}
machine Worker { start state Only { entry { receive { case eReply: { } } announce eDone; } } }
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { }
}
