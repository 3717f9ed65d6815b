// A scenario must not handle the null event.
event eTick;

scenario Ticking observes eTick {
  start state Silent {
    on eTick goto Ticked;
    on null do { print "silence"; }  //~ error: 'on null' is not allowed in a
  }
  cold state Ticked { ignore eTick; }
}
