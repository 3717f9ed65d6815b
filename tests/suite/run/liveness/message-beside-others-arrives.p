// Even where messages overtake each other, none is overtaken for ever.
// verdict: holds
// states: 6
// transitions: 6
// run: --network=p2p
// verdict: holds
// run: --network=causal
// verdict: holds
// run: --network=bag
// verdict: holds
event eTick;
event eStop;
event eDone;
machine Main {
  start state Only {
    entry { send this, eTick; send this, eStop; }
    on eTick do { send this, eTick; }
    on eStop do { announce eDone; }
  }
}
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { }
}
