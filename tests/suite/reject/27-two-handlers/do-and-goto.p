// A state must not both act on an event and leave on it.
event eRing;

machine Phone {
  var rings: int;
  start state Idle {
    on eRing do { rings = rings + 1; }
    on eRing goto Talking;  //~ error: event 'eRing' already has a handler
  }
  state Talking { }
}
