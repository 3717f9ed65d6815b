// The null event can be handled only once a state, too.
machine Poller {
  var rounds: int;
  start state Spin {
    on null do { rounds = rounds + 1; }
    on null goto Rest;  //~ error: already has a handler
  }
  state Rest { }
}
