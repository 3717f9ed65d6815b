// The parameter of a quorum handler may be left out, with and without payload.
event eReady;
event eVote: (yes: bool);
machine Barrier {
  var opened: int;
  start state Wait {
    on quorum (2) eReady do { opened = opened + 1; }
    on quorum (2) eVote do { }
  }
}
