// A handler for an undeclared event.
event ePing;
machine Server {
  start state Idle {
    on ePing do { print "ping"; }
    on ePong do { print "pong"; }  //~ error: no event named 'ePong'
  }
}
