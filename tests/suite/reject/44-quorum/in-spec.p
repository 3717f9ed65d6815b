// A spec must not have a quorum handler.
event eVote: int;

spec Votes observes eVote {
  var ayes: int;
  start state Count {
    on quorum (2) eVote do (votes: seq[int]) { ayes = sizeof(votes); }  //~ error: 'on quorum' is not allowed in a spec
  }
}
