// An identifier cannot start with a digit.
event ePrepare;
event 2pcCommit;  //~ error: found '2'
event eAbort;
machine Follower {
  start state Idle { }
}
