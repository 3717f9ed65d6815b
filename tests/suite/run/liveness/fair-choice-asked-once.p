// A `$$` that is asked only once may be false.
// verdict: violated: liveness @12
event eTick;
event eDone;
machine Main {
  start state Only {
    entry { if ($$) announce eDone; send this, eTick; }
    on eTick do { send this, eTick; }
  }
}
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { }
}
