// A home in a hurry. It looks right in every code review: it calls back the copies that are in
// the way, and it does wait for an acknowledgement. But it waits for AN acknowledgement, not for
// all of them: a flag in place of a set.
//
// With two caches nobody can tell the difference, because there is never more than one copy in
// the way. It takes a third cache to see a writer and a reader at the same time.

machine HastyHome {
  var memory: int;
  var sharers: set[machine];
  var owner: machine;
  var requester: machine;
  var exclusive: bool;

  start state Idle {
    on eAskShared do (cache: machine) {
      Serve(cache, false);
    }
    on eAskExclusive do (cache: machine) {
      Serve(cache, true);
    }
    on eInvalidateAck do TakeBack;   // "late acknowledgements are only bookkeeping"
  }

  state Collecting {
    defer eAskShared, eAskExclusive;
    on eInvalidateAck do (copy: tCopy) {
      TakeBack(copy);
      Grant();   // the mistake: other caches may still have their copies
      goto Idle;
    }
  }

  fun TakeBack(copy: tCopy) {
    if (copy.cache == owner) {
      memory = copy.value;
      owner = null;
    }
    sharers -= (copy.cache);
  }

  fun Serve(cache: machine, wantsExclusive: bool) {
    var other: machine;
    var waiting: bool;
    requester = cache;
    exclusive = wantsExclusive;
    if (owner != null) {
      send owner, eInvalidate;
      waiting = true;
    }
    if (exclusive) {
      foreach (other in sharers) {
        if (other != requester) {
          send other, eInvalidate;
          waiting = true;
        }
      }
    }
    if (waiting) {
      goto Collecting;
    }
    Grant();
  }

  fun Grant() {
    var copy: tCopy;
    copy = (cache = requester, value = memory);
    requester = null;
    if (exclusive) {
      sharers = default(set[machine]);
      owner = copy.cache;
      send copy.cache, eGrantExclusive, copy;
    } else {
      sharers += (copy.cache);
      send copy.cache, eGrantShared, copy;
    }
  }
}
