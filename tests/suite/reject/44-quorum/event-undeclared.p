// The event of a quorum handler must be declared.
event eVote: int;

machine Council {
  var ayes: int;
  start state Count {
    on eVote do (v: int) { ayes = v; }
    on quorum (2) eVeto do { ayes = 0; }  //~ error: no event named 'eVeto'
  }
}
