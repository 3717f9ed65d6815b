// The named function of a quorum handler takes at most one parameter.
event eVote: int;

machine Council {
  var ayes: int;
  start state Count {
    on quorum (2) eVote do Tally;  //~ error: takes at most one parameter
  }
  fun Tally(first: seq[int], second: int) { ayes = first[0] + second; }
}
