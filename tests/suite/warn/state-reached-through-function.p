// A goto in a called function reaches a state, a state without one is unreachable.
event eCoin: int;

machine Turnstile {
  start state Locked {
    entry { send this, eCoin, 2; }
    on eCoin do Accept;
  }
  state Unlocked { ignore eCoin; }
  state Jammed { ignore eCoin; }  //~ warning: state 'Jammed' is unreachable
  fun Accept(value: int) { if (value > 1) Unlock(); }
  fun Unlock() { goto Unlocked; }
}
