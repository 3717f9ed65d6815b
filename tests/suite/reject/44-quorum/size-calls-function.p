// The quorum size must not call a function.
event eVote: int;

fun Majority(n: int): int { return n / 2 + 1; }

machine Council {
  var ayes: int;
  start state Count {
    on quorum (Majority(5)) eVote do (votes: seq[int]) { ayes = sizeof(votes); }  //~ error: the quorum size must be a plain expression
  }
}
