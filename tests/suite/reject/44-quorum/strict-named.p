// Under --strict-p a quorum handler with a named function is an error, too.
// flags: --strict-p
event eVote: int;

machine Council {
  var ayes: int;
  start state Count {
    on quorum (3) eVote do Tally;  //~ error: 'quorum' is an extension of P
  }
  fun Tally(votes: seq[int]) { ayes = sizeof(votes); }
}
