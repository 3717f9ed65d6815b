// The null event must not stand in the event list of a spec's handler.
event eTick;
event eTock;

spec Idle observes eTick, eTock {
  var spins: int;
  start state Watch {
    on eTick, null, eTock do { spins = spins + 1; }  //~ error: 'on null' is not allowed in a spec
  }
}
