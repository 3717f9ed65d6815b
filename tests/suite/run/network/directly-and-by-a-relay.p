// A message sent before a relay was asked: the relay's may overtake it, unless causes come first.
// verdict: holds
// states: 7
// transitions: 6
// run: --network=p2p
// verdict: violated: assertion @33
// run: --network=causal
// verdict: holds
// run: --network=bag
// verdict: violated: assertion @33
event eItem: int;
event eRelay;
machine Main {
  start state Only {
    entry {
      var s: machine;
      var r: machine;
      s = new Sink();
      r = new Relay(s);
      send s, eItem, 1;
      send r, eRelay;
    }
  }
}
machine Relay {
  var sink: machine;
  start state Only { entry (s: machine) { sink = s; } on eRelay do { send sink, eItem, 2; } }
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
