// A state must not have two actions for one event.
event eRing;

machine Phone {
  var rings: int;
  start state Idle {
    on eRing do { rings = rings + 1; }
    on eRing do PickUp;  //~ error: event 'eRing' already has a handler
  }
  fun PickUp() { rings = 0; }
}
