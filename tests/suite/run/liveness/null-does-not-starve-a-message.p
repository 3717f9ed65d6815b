// A machine that spins on null takes a message when it comes, and it comes.
// verdict: holds
event eStop;
event eDone;
machine Main {
  start state Only { entry { new Src(this); } on null do { } on eStop do { announce eDone; } }
}
machine Src { start state Only { entry (m: machine) { send m, eStop; } } }
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { }
}
