// A hot state of a spec must not defer an event either.
event eLock;
event eUnlock;

spec Mutex observes eLock, eUnlock {
  start cold state Free { on eLock goto Held; ignore eUnlock; }
  hot state Held {
    on eUnlock goto Free;
    defer eLock;  //~ error: 'defer' is not allowed in a spec
  }
}
