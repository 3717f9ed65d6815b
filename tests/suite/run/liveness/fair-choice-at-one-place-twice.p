// One place asked twice may answer true, false, true, false: fair, and never twice true in one turn.
// verdict: violated: liveness @13
event eTry;
event eDone;
machine Main {
  start state Only {
    entry { send this, eTry; }
    on eTry do { if (Flip() && Flip()) announce eDone; else send this, eTry; }
  }
  fun Flip(): bool { return $$; }
}
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { }
}
