// A spec must not defer an event.
event eLock;
event eUnlock;

spec Mutex observes eLock, eUnlock {
  start state Free {
    on eLock goto Held;
    defer eUnlock;  //~ error: 'defer' is not allowed in a spec
  }
  state Held { on eUnlock goto Free; ignore eLock; }
}
