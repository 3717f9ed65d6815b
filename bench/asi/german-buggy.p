// Faults in the protocol of german.p: machines that take the place of its own, each different in one place.

// WRONG: one acknowledgement is enough for it.
machine HastyHome {
  var requester: machine;     // the cache being served, and what it asked for
  var exclusive: bool;
  var owner: machine;         // the cache with the exclusive copy
  var sharers: set[machine];  // the caches with a shared copy
  var awaited: set[machine];  // the caches whose acknowledgement is missing

  start state Idle {
    on eAskShared do (cache: machine) { Serve(cache, false); }
    on eAskExclusive do (cache: machine) { Serve(cache, true); }
  }

  // One request at a time: the others stay in the queue.
  state Collecting {
    on eAck do (cache: machine) {
      assert cache in awaited, "nobody has asked for this acknowledgement";
      awaited -= (cache);
      sharers -= (cache);
      if (owner == cache) owner = null;
      awaited = default(set[machine]);
      Grant();
      goto Idle;
    }
    defer eAskShared, eAskExclusive;
  }

  fun Serve(cache: machine, all: bool) {
    requester = cache;
    exclusive = all;
    if (exclusive) awaited = sharers;
    if (owner != null) awaited += (owner);
    awaited -= (requester);
    if (sizeof(awaited) > 0) {
      CallBack(awaited);
      goto Collecting;
    }
    Grant();
  }

  // In any order.
  fun CallBack(copies: set[machine]) {
    var c: machine;
    while (sizeof(copies) > 0) {
      c = choose(copies);
      copies -= (c);
      send c, eInvalidate;
    }
  }

  fun Grant() {
    var cache: machine;
    cache = requester;
    requester = null;
    assert owner == null, "the owner still has its copy";
    if (exclusive) {
      sharers -= (cache);
      assert sizeof(sharers) == 0, "somebody still has a shared copy";
      exclusive = false;
      owner = cache;
      send cache, eGrantExclusive, cache;
    } else {
      sharers += (cache);
      send cache, eGrantShared, cache;
    }
  }
}

// WRONG: it does not write down who gets a shared copy, and calls none of them back.
machine ForgetfulHome {
  var requester: machine;     // the cache being served, and what it asked for
  var exclusive: bool;
  var owner: machine;         // the cache with the exclusive copy
  var sharers: set[machine];  // the caches with a shared copy
  var awaited: set[machine];  // the caches whose acknowledgement is missing

  start state Idle {
    on eAskShared do (cache: machine) { Serve(cache, false); }
    on eAskExclusive do (cache: machine) { Serve(cache, true); }
  }

  // One request at a time: the others stay in the queue.
  state Collecting {
    on eAck do (cache: machine) {
      assert cache in awaited, "nobody has asked for this acknowledgement";
      awaited -= (cache);
      sharers -= (cache);
      if (owner == cache) owner = null;
      if (sizeof(awaited) == 0) {
        Grant();
        goto Idle;
      }
    }
    defer eAskShared, eAskExclusive;
  }

  fun Serve(cache: machine, all: bool) {
    requester = cache;
    exclusive = all;
    if (exclusive) awaited = sharers;
    if (owner != null) awaited += (owner);
    awaited -= (requester);
    if (sizeof(awaited) > 0) {
      CallBack(awaited);
      goto Collecting;
    }
    Grant();
  }

  // In any order.
  fun CallBack(copies: set[machine]) {
    var c: machine;
    while (sizeof(copies) > 0) {
      c = choose(copies);
      copies -= (c);
      send c, eInvalidate;
    }
  }

  fun Grant() {
    var cache: machine;
    cache = requester;
    requester = null;
    assert owner == null, "the owner still has its copy";
    if (exclusive) {
      sharers -= (cache);
      assert sizeof(sharers) == 0, "somebody still has a shared copy";
      exclusive = false;
      owner = cache;
      send cache, eGrantExclusive, cache;
    } else {
      send cache, eGrantShared, cache;
    }
  }
}

// WRONG: once it has asked for the exclusive copy, it does not expect that its shared one is called back.
machine SureCache {
  var home: machine;

  start state Start {
    entry (memory: machine) {
      home = memory;
      new Processor(this);
      goto Invalid;
    }
  }

  state Invalid {
    on eAccess do {
      if ($) {
        send home, eAskShared, this;
        goto WaitShared;
      }
      send home, eAskExclusive, this;
      goto WaitExclusive;
    }
  }

  state WaitShared {
    on eGrantShared goto Shared;
    defer eAccess;
  }

  state WaitExclusive {
    on eGrantExclusive goto Exclusive;
    defer eAccess;
  }

  // A load is a hit, a store is not.
  state Shared {
    on eAccess do {
      if ($) {
        send home, eAskExclusive, this;
        goto Upgrading;
      }
    }
    on eInvalidate goto Invalid with GiveUp;
  }

  state Upgrading {
    on eGrantExclusive goto Exclusive;
    defer eAccess;
  }

  state Exclusive {
    on eInvalidate goto Invalid with GiveUp;
    ignore eAccess;
  }

  fun GiveUp() {
    send home, eAck, this;
  }
}

// expect: violated: somebody still has a shared copy
test param (caches in [3, 4]) tcHastyHome [main=Computer]:
  assert Coherent in (union Around, { HastyHome -> Home, Cache });

// expect: violated: an exclusive copy beside a shared one
test param (caches in [2, 3, 4]) tcForgetfulHome [main=Computer]:
  assert Coherent in (union Around, { ForgetfulHome -> Home, Cache });

// expect: violated: state Upgrading of SureCache has no handler for eInvalidate
test param (caches in [2, 3, 4]) tcSureCache [main=Computer]:
  assert Coherent in (union Around, { Home, SureCache -> Cache });
