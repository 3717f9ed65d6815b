// The quorum size must not call a function of the machine, not even inside an operator.
event eVote: int;

machine Council {
  var members: set[machine];
  var ayes: int;
  start state Count {
    on quorum (1 + Half()) eVote do (votes: seq[int]) { ayes = sizeof(votes); }  //~ error: the quorum size must be a plain expression
  }
  fun Half(): int { return sizeof(members) / 2; }
}
