// With two senders to one target, each sender's messages keep their order, but in a bag.
// verdict: holds
// states: 13
// transitions: 16
// run: --network=p2p
// verdict: holds
// run: --network=causal
// verdict: holds
// run: --network=bag
// verdict: violated: assertion @29
event eItem: (src: int, n: int);
machine Main {
  start state Only {
    entry { var s: machine; s = new Sink(); new Src((to_ = s, id = 1)); new Src((to_ = s, id = 2)); }
  }
}
machine Src {
  start state Only {
    entry (p: (to_: machine, id: int)) {
      send p.to_, eItem, (src = p.id, n = 1);
      send p.to_, eItem, (src = p.id, n = 2);
    }
  }
}
machine Sink {
  var got: map[int, int];
  start state Only {
    on eItem do (m: (src: int, n: int)) {
      assert m.src in got || m.n == 1;
      got[m.src] = m.n;
    }
  }
}
