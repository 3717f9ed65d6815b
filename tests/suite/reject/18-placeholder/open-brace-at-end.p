// A single opening brace at the end of a literal.
machine Logger {
  start state Idle {
    entry { print "begin {"; }  //~ error: bad placeholder
  }
}
