// German's cache coherence protocol: german-messages.pml in P.

event eWant;                   // processor -> cache
event eServed;                 // cache -> processor
event eAskShared: machine;     // cache -> home: who asks
event eAskExclusive: machine;  // cache -> home: who asks
event eAck: machine;           // cache -> home: whose copy is gone
event eGrantShared;            // home -> cache
event eGrantExclusive;         // home -> cache
event eInvalidate;             // home -> cache

type tCacheConfig = (home: machine, processor: machine);

param caches: int;

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
    var c: machine;
    requester = cache;
    exclusive = all;
    if (owner != null) awaited += (owner);
    if (exclusive) {
      foreach (c in sharers) {
        if (c != requester) awaited += (c);
      }
    }
    if (sizeof(awaited) > 0) {
      foreach (c in awaited) send c, eInvalidate;
      goto Collecting;
    }
    Grant();
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
      send cache, eGrantExclusive;
    } else {
      sharers += (cache);
      send cache, eGrantShared;
    }
  }
}

machine Cache {
  var home: machine;
  var processor: machine;

  start state Boot {
    entry (config: tCacheConfig) {
      home = config.home;
      processor = config.processor;
      goto Invalid;
    }
  }

  state Invalid {
    on eWant do {
      if ($) {
        send home, eAskShared, this;
        goto WaitShared;
      }
      send home, eAskExclusive, this;
      goto WaitExclusive;
    }
  }

  state WaitShared {
    on eGrantShared goto Shared with Serve;
  }

  state Shared {
    on eWant do {
      send home, eAskExclusive, this;
      goto Upgrading;
    }
    on eInvalidate goto Invalid with GiveUp;
  }

  state WaitExclusive {
    on eGrantExclusive goto Exclusive with Serve;
  }

  // Waits for the exclusive copy, and still has a shared one.
  state Upgrading {
    on eGrantExclusive goto Exclusive with Serve;
    on eInvalidate goto WaitExclusive with GiveUp;
  }

  state Exclusive {
    on eInvalidate goto Invalid with GiveUp;
    defer eWant;  // has all that can be wanted
  }

  fun Serve() {
    send processor, eServed;
  }

  fun GiveUp() {
    send home, eAck, this;
  }
}

machine Processor {
  var cache: machine;

  start state Boot {
    entry (home: machine) {
      cache = new Cache((home = home, processor = this));
      send cache, eWant;
    }
    on eServed do { send cache, eWant; }
  }
}

machine Main {
  start state Go {
    entry {
      var home: machine;
      var i: int;
      home = new Home();
      while (i < caches) {
        new Processor(home);
        i = i + 1;
      }
    }
  }
}

test param (caches in [2, 3, 4, 5, 6]) tcGerman [main=Main]: { Main, Home, Cache, Processor };
