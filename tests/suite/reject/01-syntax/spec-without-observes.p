// A spec must say which events it observes.
event eCommit: int;
spec Agreement { }  //~ error: found '{'
machine Node { start state Idle { ignore eCommit; } }
machine Follower {
  start state Idle { }
}
