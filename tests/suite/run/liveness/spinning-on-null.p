// A machine that only spins on null runs for ever: a spec that stays hot meanwhile is violated.
// run: --choices=unfair
// verdict: violated: liveness @12
// run:
// verdict: holds
event eDone;
machine Main {
  start state Only { on null do { if ($) goto Over; } }
  state Over { entry { announce eDone; } }
}
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { }
}
