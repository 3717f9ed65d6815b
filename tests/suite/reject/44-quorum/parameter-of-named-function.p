// The parameter of a named quorum handler must accept the payloads, a set does not.
event eVote: int;

machine Council {
  var ayes: int;
  start state Count {
    on quorum (2) eVote do Tally;  //~ error: expected set[int], found seq[int]
  }
  fun Tally(votes: set[int]) { ayes = sizeof(votes); }
}
