// receive takes a message from behind others, which keep their order.
// verdict: violated: assertion @14 cab
event eA; event eB; event eC; event eEnd;
machine Main {
  var log: string;
  start state Only {
    entry {
      send this, eA; send this, eB; send this, eC; send this, eEnd;
      receive { case eC: { log = log + "c"; } }
    }
    on eA do { log = log + "a"; }
    on eB do { log = log + "b"; }
    on eEnd do {
      assert false, log;
    }
  }
}
