// Two messages of one sender to one target: only a bag lets them change places.
// verdict: holds
// states: 5
// transitions: 4
// run: --network=p2p
// verdict: holds
// run: --network=causal
// verdict: holds
// run: --network=bag
// verdict: violated: assertion @19
event eItem: int;
machine Main {
  start state Only { entry { var s: machine; s = new Sink(); send s, eItem, 1; send s, eItem, 2; } }
}
machine Sink {
  var last: int;
  start state Only {
    on eItem do (n: int) {
      assert n > last;
      last = n;
    }
  }
}
