// A machine body that is not closed before the end of the file.
event ePing;
machine Echo {
  start state Idle {
    on ePing do { print "ping"; }
  }
//~ error: found end of file