// A string literal that is never closed runs to the end of the file.
//~@6 error: unterminated string
machine Logger {
  start state Idle {
    entry {
      print "started;
    }
  }
}
