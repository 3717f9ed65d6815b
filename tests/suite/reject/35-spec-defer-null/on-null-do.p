// A spec must not act on the null event.
event eTick;

spec Idle observes eTick {
  var spins: int;
  start state Watch {
    on eTick do { spins = 0; }
    on null do { spins = spins + 1; }  //~ error: 'on null' is not allowed in a spec
  }
}
