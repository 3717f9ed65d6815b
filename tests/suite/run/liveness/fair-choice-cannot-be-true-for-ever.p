// `$$` cannot be true for ever, either.
// verdict: holds
// states: 4
// transitions: 4
event eTry;
event eDone;
machine Main {
  start state Only {
    entry { send this, eTry; }
    on eTry do { if ($$) send this, eTry; else announce eDone; }
  }
}
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { }
}
