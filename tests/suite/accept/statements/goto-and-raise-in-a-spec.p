// A spec may use 'goto' and 'raise', directly and in its functions.
event eAcquire: int;
event eRelease;
spec Mutex observes eAcquire, eRelease {
  var holder: int;
  start cold state Free { on eAcquire do (who: int) { holder = who; Enter(who); } }
  hot state Held {
    entry (who: int) { assert who == holder, format("{0} is no holder", who); }
    on eRelease do { if (holder == 0) raise eRelease; goto Free; }
    ignore eAcquire;
  }
  fun Enter(who: int) { if (who < 0) return; goto Held, who; }
}
