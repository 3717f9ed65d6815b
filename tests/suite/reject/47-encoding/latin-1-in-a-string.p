// A string in Latin-1 is no UTF-8 either.
machine M {
  start state S {
    entry { print "naïve"; } //~ error: invalid UTF-8
  }
}
