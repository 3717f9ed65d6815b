// German's cache coherence protocol: german.pml in P.
//
// One line of memory, its home, and caches that read it together or write it alone. The home serves
// one request at a time and defers the others, in the order in which they arrive. What makes the
// models comparable: a cache decides in the step that gets a copy, or gives one up, whether it asks for
// more, so that nothing happens without a message. The network delays a request as long as it
// likes, so that is no restriction.

event eGrantShared: machine;   // home -> cache: who grants
event eGrantExclusive;         // home -> cache
event eInvalidate;             // home -> cache
event eAskShared: machine;     // cache -> home: who asks
event eAskExclusive: machine;  // cache -> home: who asks
event eAck: machine;           // cache -> home: whose copy is gone

param caches: int;

machine Home {
  var requester: machine;     // the cache being served, and what it asked for
  var exclusive: bool;
  var owner: machine;         // the cache with the exclusive copy
  var sharers: set[machine];  // the caches with a shared copy
  var awaited: set[machine];  // the caches whose acknowledgement is missing

  start state Boot {
    entry (all: seq[machine]) {
      var c: machine;
      foreach (c in all) {
        sharers += (c);
        send c, eGrantShared, this;
      }
      goto Idle;
    }
  }

  state Idle {
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
      send cache, eGrantShared, this;
    }
  }
}

machine Cache {
  var home: machine;

  // The home gives everybody a copy to begin with.
  start state Asleep {
    on eGrantShared do Read;
  }

  state WaitShared {
    on eGrantShared do Read;
  }

  state Shared {
    on eInvalidate do GiveUp;
  }

  // Waits for the exclusive copy, and still has a shared one.
  state Upgrading {
    on eGrantExclusive goto Exclusive;
    on eInvalidate goto WaitExclusive with { send home, eAck, this; }
  }

  state WaitExclusive {
    on eGrantExclusive goto Exclusive;
  }

  state Exclusive {
    on eInvalidate do GiveUp;
  }

  // Reading is enough, or not.
  fun Read(granter: machine) {
    home = granter;
    if ($) {
      send home, eAskExclusive, this;
      goto Upgrading;
    }
    goto Shared;
  }

  fun GiveUp() {
    send home, eAck, this;
    if ($) {
      send home, eAskShared, this;
      goto WaitShared;
    }
    send home, eAskExclusive, this;
    goto WaitExclusive;
  }
}

machine Main {
  start state Go {
    entry {
      var all: seq[machine];
      while (sizeof(all) < caches) all += (sizeof(all), new Cache());
      new Home(all);
    }
  }
}

test param (caches in [2, 3, 4, 5, 6, 7, 8, 10]) tcGerman [main=Main]: { Main, Home, Cache };
