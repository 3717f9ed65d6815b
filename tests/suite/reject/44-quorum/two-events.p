// A quorum handler has one event only.
event eVote: int;
event eVeto: int;

machine Council {
  var ayes: int;
  start state Count {
    on quorum (2) eVote, eVeto do Tally;  //~ error: found ','
  }
  fun Tally(votes: seq[int]) { ayes = sizeof(votes); }
}
