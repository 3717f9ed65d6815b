// In a bag halt may come before the job, which is dropped then.
// verdict: holds
// states: 7
// transitions: 7
// run: --network=p2p
// verdict: holds
// run: --network=causal
// verdict: holds
// run: --network=bag
// verdict: violated: liveness @16
event eJob;
event eDone;
machine Main { start state Only { entry { var w: machine; w = new Worker(); send w, eJob; send w, halt; } } }
machine Worker { start state Only { on eJob do { announce eDone; } } }
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { }
}
