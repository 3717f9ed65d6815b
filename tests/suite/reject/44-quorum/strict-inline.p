// Under --strict-p the quorum handler is an error.
// flags: --strict-p
event eVote: int;

machine Council {
  var ayes: int;
  start state Count {
    on quorum (3) eVote do (votes: seq[int]) { ayes = sizeof(votes); }  //~ error: 'quorum' is an extension of P
  }
}
