// The event list of a scenario cannot be empty.
event eCommit: int;
scenario CommitSeen observes { }  //~ error: found '{'
machine Node { start state Idle { ignore eCommit; } }
machine Follower {
  start state Idle { }
}
