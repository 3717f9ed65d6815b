// An event declaration ends with a semicolon; the error stands at the next token.
event eRequest: int
event eResponse: int;  //~^ error: found 'event'
event eTimeout;
machine Follower {
  start state Idle { }
}
