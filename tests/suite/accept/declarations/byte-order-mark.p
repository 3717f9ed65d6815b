// A leading byte order mark is dropped.
event eTick;

machine Clock {
  start state Run {
    on eTick do { print "tick"; }
  }
}
