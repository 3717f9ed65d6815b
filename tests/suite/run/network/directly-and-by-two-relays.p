// Causes come first also over two relays, one of which waits in a receive.
// verdict: holds
// states: 9
// transitions: 8
// run: --network=p2p
// verdict: violated: assertion @39
// run: --network=causal
// verdict: holds
// run: --network=bag
// verdict: violated: assertion @39
event eItem: int;
event eRelay;
machine Main {
  start state Only {
    entry {
      var s: machine;
      var far: machine;
      var near: machine;
      s = new Sink();
      far = new Relay((to_ = s, last = true));
      near = new Relay((to_ = far, last = false));
      send s, eItem, 1;
      send near, eRelay;
    }
  }
}
machine Relay {
  start state Only {
    entry (p: (to_: machine, last: bool)) {
      receive { case eRelay: { } }
      if (p.last) send p.to_, eItem, 2; else send p.to_, eRelay;
    }
  }
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
