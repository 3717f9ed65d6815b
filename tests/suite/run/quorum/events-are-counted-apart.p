// A yes and a no are no quorum of two.
// verdict: holds
event eYes: int;
event eNo: int;
machine Main {
  start state Collect {
    entry { new Voter((this, true)); new Voter((this, false)); }
    on quorum (2) eYes do { assert false; }
    on quorum (2) eNo do { assert false; }
  }
}
machine Voter {
  start state Only { entry (p: (machine, bool)) { if (p.1) send p.0, eYes, 1; else send p.0, eNo, 1; } }
}
