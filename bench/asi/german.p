// German's cache coherence protocol: one line of memory, its home, and caches that read it together or write it
// alone.
//
// Behind each cache is a processor that never waits for an answer. What it asks for while its cache waits for the
// home stays in the queue, so queues have no bound. An access is a load or a store, as the cache finds when it looks
// at it.

param caches: int;
param accesses: int;  // of each processor; 0: without end

// processor -> cache
event eAccess;
event eAgain;  // to itself

// cache -> home: who asks, or whose copy is gone
event eAskShared: machine;
event eAskExclusive: machine;
event eAck: machine;

// home -> cache; copies say whose they are
event eGrantShared: machine;
event eGrantExclusive: machine;
event eInvalidate;

machine Home {
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
      sharers += (cache);
      send cache, eGrantShared, cache;
    }
  }
}

machine Cache {
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

  // The home may have served somebody else first: then this copy is called back, and the request still stands.
  state Upgrading {
    on eGrantExclusive goto Exclusive;
    on eInvalidate goto WaitExclusive with GiveUp;
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

machine Processor {
  var cache: machine;
  var done: int;

  start state Run {
    entry (owner: machine) {
      cache = owner;
      send this, eAgain;
    }
    on eAgain do {
      send cache, eAccess;
      if (accesses > 0) done = done + 1;
      if (accesses == 0 || done < accesses) send this, eAgain;
    }
  }
}

machine Computer {
  start state Go {
    entry {
      var home: machine;
      var i: int;
      home = new Home();
      while (i < caches) {
        new Cache(home);
        i = i + 1;
      }
    }
  }
}

// A copy is out from its grant to its acknowledgement; an exclusive one is out alone.
spec Coherent observes eGrantShared, eGrantExclusive, eAck {
  var sharers: set[machine];
  var owner: machine;

  start state Watching {
    on eGrantShared do (cache: machine) {
      assert owner == null, "a shared copy beside an exclusive one";
      sharers += (cache);
    }
    on eGrantExclusive do (cache: machine) {
      assert owner == null, "two exclusive copies";
      sharers -= (cache);
      assert sizeof(sharers) == 0, "an exclusive copy beside a shared one";
      owner = cache;
    }
    on eAck do (cache: machine) {
      if (owner == cache) owner = null;
      sharers -= (cache);
    }
  }
}

module Around = { Processor, Computer };

// expect: holds
test param (caches in [2, 3, 4]) tcGerman [main=Computer]:
  assert Coherent in (union Around, { Home, Cache });

// Processors that get tired: every state can be seen.
// expect: holds
test param (caches in [2, 3], accesses in [1, 2]) tcTired [main=Computer]:
  assert Coherent in (union Around, { Home, Cache });
