// Without any proof declaration targets is an error.
event eToken;

machine Node {
  var e: event;
  var peer: machine;
  start state Run {
    entry (p: machine) {
      e = eToken;
      peer = p;
      assert e targets peer;  //~ error: only in proofs
    }
  }
}
