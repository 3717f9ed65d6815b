// A float is no quorum size.
event eVote: int;

machine Council {
  var ayes: int;
  start state Count {
    on quorum (2.5) eVote do (votes: seq[int]) { ayes = sizeof(votes); }  //~ error: expected int, found float
  }
}
