// Without any proof declaration sent is an error.
event eToken;

machine Node {
  var e: event;
  start state Run {
    entry {
      e = eToken;
      assert sent e;  //~ error: only in proofs
    }
  }
}
