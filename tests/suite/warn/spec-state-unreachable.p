// A state of a spec can be unreachable as well.
event eLock;
event eUnlock;

machine User {
  start state Run { entry { send this, eLock; send this, eUnlock; } ignore eLock, eUnlock; }
}

spec Mutex observes eLock, eUnlock {
  start state Free { on eLock goto Held; ignore eUnlock; }
  state Held { on eUnlock goto Free; ignore eLock; }
  state Broken { ignore eLock, eUnlock; }  //~ warning: state 'Broken' is unreachable
}
