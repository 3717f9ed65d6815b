// The named function of a quorum handler must belong to the machine.
event eVote: int;

fun Tally(votes: seq[int]) { print format("{0} votes", sizeof(votes)); }

machine Council {
  start state Count {
    on quorum (2) eVote do Tally;  //~ error: 'Tally' is not a function of this machine
  }
}
