// The parameter of a quorum handler takes all payloads, not one.
event eVote: int;

machine Council {
  var ayes: int;
  start state Count {
    on quorum (2) eVote do (vote: int) { ayes = vote; }  //~ error: found seq[int]
  }
}
