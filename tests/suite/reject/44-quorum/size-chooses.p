// The quorum size must not be chosen.
event eVote: int;

machine Council {
  var ayes: int;
  start state Count {
    on quorum (choose(3) + 1) eVote do (votes: seq[int]) { ayes = sizeof(votes); }  //~ error: the quorum size must be a plain expression
  }
}
