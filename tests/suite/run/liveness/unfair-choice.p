// `$` may be false for ever.
// verdict: violated: liveness @12
event eTry;
event eDone;
machine Main {
  start state Only {
    entry { send this, eTry; }
    on eTry do { if ($) announce eDone; else send this, eTry; }
  }
}
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { }
}
