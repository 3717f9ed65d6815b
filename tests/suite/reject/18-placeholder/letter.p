// A placeholder holds a number.
machine Logger {
  start state Idle {
    entry { print "hello {name}"; }  //~ error: bad placeholder
  }
}
