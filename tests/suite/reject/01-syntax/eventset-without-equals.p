// An event set needs '=' before its brace.
event eStop;
event ePause;
eventset Control eStop, ePause;  //~ error: found 'eStop'
machine Follower {
  start state Idle { }
}
