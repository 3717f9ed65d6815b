// The default event null may be handled alone or in a list.
event eTick;
event eTock;

machine Poller {
  var rounds: int;
  start state Spin {
    on null do { rounds = rounds + 1; }
    on eTick goto Rest;
  }
  state Rest {
    on null, eTick goto Watch with Reset;
    ignore eTock;
  }
  state Watch {
    on eTock, null, halt do Count;
    on eTick do { }
  }
  state Leave {
    on null goto Spin;
  }
  fun Reset() { rounds = 0; }
  fun Count() { rounds = rounds + 1; }
}
