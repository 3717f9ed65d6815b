// No semicolon follows the closing brace of a handler.
machine Door {
  start state Closed {
    entry { print "closed"; };  //~ error: found ';'
  }
}
