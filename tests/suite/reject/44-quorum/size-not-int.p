// The quorum size must be an int.
event eVote: int;

machine Council {
  var ayes: int;
  var ready: bool;
  start state Count {
    on quorum (ready) eVote do (votes: seq[int]) { ayes = sizeof(votes); }  //~ error: expected int, found bool
  }
}
