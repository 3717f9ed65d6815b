// Without any proof declaration inflight is an error.
event eToken;

machine Node {
  var e: event;
  start state Run {
    entry {
      e = eToken;
      assert inflight e;  //~ error: only in proofs
    }
  }
}
