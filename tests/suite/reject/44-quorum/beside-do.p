// A quorum handler and a plain one of the same event exclude each other.
event eVote: int;

machine Council {
  var ayes: int;
  start state Count {
    on quorum (2) eVote do (votes: seq[int]) { ayes = sizeof(votes); }
    on eVote do (vote: int) { ayes = vote; }  //~ error: event 'eVote' already has a handler
  }
}
