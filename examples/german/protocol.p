// German's cache coherence protocol: one memory line, a home directory, any number of caches.
//
// A cache that wants to read asks the home for a shared copy, a cache that wants to write asks
// for the exclusive one. Many caches may share the line; a writer must be alone with it. Before
// the home grants a copy that conflicts with copies that are out, it calls those back, and it
// waits for every single acknowledgement. That waiting is the whole protocol.

// A copy of the line: who has it, and what it says.
type tCopy = (cache: machine, value: int);

// What a cache is told when it is made: its home, and how many requests it may still issue. The
// bound keeps the state space finite; the scheduler decides when a request really happens.
type tCacheConfig = (home: machine, asks: int);

// cache -> home
event eAskShared: machine;
event eAskExclusive: machine;
event eInvalidateAck: tCopy;

// home -> cache
event eGrantShared: tCopy;
event eGrantExclusive: tCopy;
event eInvalidate;

// What the processor behind a cache does. Nobody receives these: they are announced, so that the
// specs can compare what was read with what was written.
event eLoaded: tCopy;
event eStored: tCopy;

machine Home {
  var memory: int;
  var sharers: set[machine];   // caches with a shared copy
  var owner: machine;          // the cache with the exclusive copy, or null
  var requester: machine;      // the cache being served, and what it asked for
  var exclusive: bool;
  var awaited: set[machine];   // caches that were sent eInvalidate and have not answered

  start state Idle {
    on eAskShared do (cache: machine) {
      Serve(cache, false);
    }
    on eAskExclusive do (cache: machine) {
      Serve(cache, true);
    }
  }

  // One request at a time: whoever else asks stays in the queue until this one is granted.
  state Collecting {
    defer eAskShared, eAskExclusive;
    on eInvalidateAck do (copy: tCopy) {
      if (copy.cache == owner) {
        memory = copy.value;   // only an owner can have changed the line: write it back
        owner = null;
      }
      sharers -= (copy.cache);
      awaited -= (copy.cache);
      if (sizeof(awaited) == 0) {
        Grant();
        goto Idle;
      }
    }
  }

  fun Serve(cache: machine, wantsExclusive: bool) {
    var other: machine;
    requester = cache;
    exclusive = wantsExclusive;
    if (owner != null) {
      awaited += (owner);
    }
    if (exclusive) {
      // A sharer that wants to write keeps its own copy meanwhile: it is only upgraded.
      foreach (other in sharers) {
        if (other != requester) {
          awaited += (other);
        }
      }
    }
    if (sizeof(awaited) == 0) {
      Grant();
      return;
    }
    foreach (other in awaited) {
      send other, eInvalidate;
    }
    goto Collecting;
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

machine Cache {
  var home: machine;
  var asks: int;
  var value: int;

  start state Start {
    entry (config: tCacheConfig) {
      home = config.home;
      asks = config.asks;
      goto Invalid;
    }
  }

  state Invalid {
    entry {
      if (asks == 0) {
        return;
      }
      asks = asks - 1;
      if ($) {
        send home, eAskShared, this;
        goto WaitShared;
      } else {
        send home, eAskExclusive, this;
        goto WaitExclusive;
      }
    }
  }

  state WaitShared {
    on eGrantShared goto Shared with (copy: tCopy) {
      value = copy.value;
    }
  }

  state Shared {
    entry {
      Load();
      if (asks > 0 && $) {
        asks = asks - 1;
        send home, eAskExclusive, this;
        goto WaitExclusive;
      }
    }
    on eInvalidate do {
      // The processor may read its copy right up to the moment it gives it away.
      Load();
      GiveUp();
      goto Invalid;
    }
  }

  // Reached from Invalid, with no copy, or from Shared, with a copy that the home may still call
  // back to serve somebody else first. The answer to our own request comes later all the same.
  state WaitExclusive {
    on eInvalidate do GiveUp;
    on eGrantExclusive goto Exclusive with (copy: tCopy) {
      value = copy.value;
    }
  }

  state Exclusive {
    entry {
      // Every store adds one, so `value` says how many stores this copy has seen.
      value = value + 1;
      announce eStored, (cache = this, value = value);
    }
    on eInvalidate do {
      Load();
      GiveUp();
      goto Invalid;
    }
  }

  fun Load() {
    announce eLoaded, (cache = this, value = value);
  }

  fun GiveUp() {
    send home, eInvalidateAck, (cache = this, value = value);
    value = 0;
  }
}
