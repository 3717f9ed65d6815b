// The second `$$` is asked again and again, and only when the first is true: both will be.
// verdict: holds
// transitions: 5
// states: 4
event eTry;
event eDone;
machine Main {
  start state Only {
    entry { send this, eTry; }
    on eTry do { if ($$ && $$) announce eDone; else send this, eTry; }
  }
}
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { }
}
