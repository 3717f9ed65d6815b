// A test must name its main machine.
machine Driver { start state Idle { } }
module Core = { Driver };
test tcDriver: Core;  //~ error: found ':'
machine Follower {
  start state Idle { }
}
