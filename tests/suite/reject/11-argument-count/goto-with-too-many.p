// A state without entry parameter takes no argument.
machine Client {
  start state Idle {
    entry { goto Done, 3; }  //~ error: found 1
  }
  state Done { entry { print "done"; } }
}
