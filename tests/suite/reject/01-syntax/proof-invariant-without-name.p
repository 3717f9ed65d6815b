// An invariant needs a name and a colon.
machine Node { var holding: bool; start state Idle { } }
invariant true;  //~ error: 'true'
axiom 1 < 2;
machine Follower {
  start state Idle { }
}
