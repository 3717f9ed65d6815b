// Messages of senders that know nothing of each other come in any order, everywhere.
// verdict: violated: assertion @20
// run: --network=p2p
// verdict: violated: assertion @20
// run: --network=causal
// verdict: violated: assertion @20
// run: --network=bag
// verdict: violated: assertion @20
event eItem: int;
machine Main {
  start state Only {
    entry { var s: machine; s = new Sink(); new Src((to_ = s, n = 1)); new Src((to_ = s, n = 2)); }
  }
}
machine Src { start state Only { entry (p: (to_: machine, n: int)) { send p.to_, eItem, p.n; } } }
machine Sink {
  var last: int;
  start state Only {
    on eItem do (n: int) {
      assert n > last;
      last = n;
    }
  }
}
