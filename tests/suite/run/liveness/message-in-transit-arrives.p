// In every network a message arrives in the end, though another machine could run for ever.
// verdict: holds
// states: 5
// transitions: 6
// run: --network=p2p
// verdict: holds
// run: --network=causal
// verdict: holds
// run: --network=bag
// verdict: holds
event eTick;
event eJob;
event eDone;
machine Main {
  start state Only {
    entry { var w: machine; w = new Worker(); send w, eJob; send this, eTick; }
    on eTick do { send this, eTick; }
  }
}
machine Worker { start state Only { on eJob do { announce eDone; } } }
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { }
}
