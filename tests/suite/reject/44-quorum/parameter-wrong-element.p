// The element type of the parameter must accept the payload.
event eVote: int;

machine Council {
  var ayes: int;
  start state Count {
    on quorum (2) eVote do (votes: seq[bool]) { ayes = sizeof(votes); }  //~ error: expected seq[bool], found seq[int]
  }
}
