// The lists of two handlers must not overlap.
event eOn;
event eOff;
event eBlink;

machine Lamp {
  var lit: bool;
  start state Run {
    on eOn, eBlink do { lit = true; }
    on eOff, eBlink do { lit = false; }  //~ error: event 'eBlink' already has a handler
  }
}
