// A pure function needs its type even with a body.
pure quorumSize() = 3;  //~ error: found '='
pure nodes(): set[machine];
machine Follower {
  start state Idle { }
}
