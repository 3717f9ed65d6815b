// An event with a quorum handler must not be deferred, whatever the order.
event eVote: int;

machine Council {
  var ayes: int;
  start state Count {
    defer eVote;
    on quorum (2) eVote do (votes: seq[int]) { ayes = sizeof(votes); }  //~ error: event 'eVote' already has a handler
  }
}
