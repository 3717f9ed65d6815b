// At an end with messages left and a spec hot, the messages are reported, if one asks for it.
// verdict: violated: liveness @9
// run: --strict-quiescence
// verdict: violated: quiescence @7
event eItem;
event eDone;
machine Main { start state Only { entry { send this, eItem; } defer eItem; } }
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { }
}
