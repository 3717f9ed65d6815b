// A single closing brace.
machine Logger {
  start state Idle {
    entry { print "} end"; }  //~ error: bad placeholder
  }
}
