// The same machine with a fair choice gets over it.
// verdict: holds
event eDone;
machine Main {
  start state Only { on null do { if ($$) goto Over; } }
  state Over { entry { announce eDone; } }
}
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { }
}
