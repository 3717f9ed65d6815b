// The brackets of a test hold 'main=' and a name.
machine Driver { start state Idle { } }
module Core = { Driver };
test tcDriver [Driver]: Core;  //~ error: found 'Driver'
machine Follower {
  start state Idle { }
}
