// A global parameter gets a type; its values stand in the tests.
param nNodes = 3;  //~ error: found '='
param nRounds: int;
machine Follower {
  start state Idle { }
}
