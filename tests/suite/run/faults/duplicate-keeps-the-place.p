// A copy comes before what the sender sends next, but in a bag.
// verdict: holds
// states: 5
// transitions: 4
// run: --faults=dup=1
// verdict: holds
// states: 10
// transitions: 9
// run: --faults=dup=1 --network=p2p
// verdict: holds
// run: --faults=dup=1 --network=causal
// verdict: holds
// run: --faults=dup=1 --network=bag
// verdict: violated: assertion @23
event eOne;
event eTwo;
machine Main { start state Only { entry { var s: machine; s = new Sink(); send s, eOne; send s, eTwo; } } }
machine Sink {
  var log: string;
  start state Only {
    on eOne do {
      log = log + "1";
      assert log != "121";
    }
    on eTwo do { log = log + "2"; }
  }
}
