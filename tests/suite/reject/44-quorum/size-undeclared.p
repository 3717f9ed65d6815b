// The quorum size must use declared names.
event eVote: int;

machine Council {
  var ayes: int;
  start state Count {
    on quorum (majority) eVote do (votes: seq[int]) { ayes = sizeof(votes); }  //~ error: no variable named 'majority'
  }
}
