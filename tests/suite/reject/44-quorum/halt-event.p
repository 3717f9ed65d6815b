// There is no quorum of halt events.
event eVote;

machine Council {
  var rounds: int;
  start state Sit {
    ignore eVote;
    on quorum (2) halt do Count;  //~ error: halt
  }
  fun Count() { rounds = rounds + 1; }
}
