// A state must not both leave on an event and ignore it.
event eFull;
event eLeak;

machine Tank {
  start state Filling {
    on eFull goto Draining;
    ignore eLeak, eFull;  //~ error: event 'eFull' already has a handler
  }
  state Draining { ignore eFull, eLeak; }
}
