// There is no quorum of null events.
event eVote;

machine Council {
  var rounds: int;
  start state Sit {
    ignore eVote;
    on quorum (2) null do Count;  //~ error: null
  }
  fun Count() { rounds = rounds + 1; }
}
