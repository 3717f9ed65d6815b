// Under --strict-p a quorum handler is an error also when an event has the name quorum.
// flags: --strict-p
event quorum;
event eVote;

machine Council {
  var done: bool;
  start state Count {
    on quorum do { done = false; }
    on quorum (2) eVote do { done = true; }  //~ error: 'quorum' is an extension of P
  }
}
