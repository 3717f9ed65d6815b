// Two quorum handlers of one event exclude each other, even with different sizes.
event eVote: int;

machine Council {
  var ayes: int;
  start state Count {
    on quorum (2) eVote do (votes: seq[int]) { ayes = sizeof(votes); }
    on quorum (3) eVote do Tally;  //~ error: event 'eVote' already has a handler
  }
  fun Tally(votes: seq[int]) { ayes = votes[0]; }
}
