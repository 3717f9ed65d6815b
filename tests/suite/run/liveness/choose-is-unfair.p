// With unfair choices, `choose` may avoid one of its values for ever.
// run: --choices=unfair
// verdict: violated: liveness @17
// run:
// verdict: holds
// states: 4
// transitions: 4
event eTry;
event eDone;
machine Main {
  start state Only {
    entry { send this, eTry; }
    on eTry do { if (choose(3) == 1) announce eDone; else send this, eTry; }
  }
}
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { }
}
