// A spec state must not both handle and ignore an event.
event eLock;
event eUnlock;

spec Mutex observes eLock, eUnlock {
  start state Free {
    on eLock goto Held;
    ignore eUnlock;
  }
  state Held {
    ignore eUnlock;
    on eLock do { assert false, "locked twice"; }
    on eUnlock goto Free;  //~ error: event 'eUnlock' already has a handler
  }
}
