// The message of the rejected extension names the option that rejects it.
// flags: --strict-p
event eVote: bool;

machine Council {
  start state Count {
    on quorum (2) eVote do { print "enough votes"; }  //~ error: --strict-p
  }
}
