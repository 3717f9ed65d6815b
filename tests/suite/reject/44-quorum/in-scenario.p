// A scenario must not have a quorum handler.
event eVote: int;

scenario Decided observes eVote {
  start state Open {
    on quorum (2) eVote do { goto Closed; }  //~ error: 'on quorum' is not allowed in a
  }
  cold state Closed { ignore eVote; }
}
