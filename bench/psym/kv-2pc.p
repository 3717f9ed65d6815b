// A key-value store on two-phase commit, checked by the client of figure 7 of the PSym paper (table 5; its model is not public).
//
// The client writes its value v to its key k, then anything to other keys for as long as it likes, then reads k, and must get v. Every replica
// holds the whole store. A write is prepared and committed by all replicas before it is answered; a read is answered by any of them. There are
// no failures. The store is empty at first, or holds anything (`filled`).
//
// With two keys and two values, 0 stands for k and v (the paper's EqKey and EqVal), 1 for all others: docs/abstraction.md says why that is enough.

type tWrite = (key: int, val: int);

event eWriteTransReq: tWrite;          // client -> store
event eWriteTransRsp;                  // store -> client
event eReadTransReq: int;              // client -> store: a key
event eReadTransRsp: int;              // replica -> client: its value
event ePrepare: tWrite;                // store -> replica
event ePrepared;                       // replica -> store
event eCommit;                         // store -> replica
event eCommitted;                      // replica -> store
event eRead: (key: int, from: machine);  // store -> replica
event eKept: bool;                     // a replica tells the spec whether k has v there

param replicas: int;
param keyCount: int;
param valCount: int;
param filled: bool;   // the store holds anything at first
param forgets: bool;  // replicas keep only what the client will read: README.md

machine TestKVStore {
  var store: machine;

  start state Init {
    entry {
      store = new KVStore((client = this, content = SomeStore()));
      send store, eWriteTransReq, (key = 0, val = 0);
    }
    on eWriteTransRsp goto PerformNotKWrites;
  }

  state PerformNotKWrites {
    entry {
      var key: int;
      key = choose(keyCount);
      if (key == 0) goto CheckKey;  // k itself: no more writes
      send store, eWriteTransReq, (key = key, val = choose(valCount));
    }
    on eWriteTransRsp goto PerformNotKWrites;
  }

  state CheckKey {
    entry { send store, eReadTransReq, 0; }
    on eReadTransRsp do (val: int) { assert val == 0, "the value read is not the one written"; }
  }

  fun SomeStore(): map[int, int] {
    var content: map[int, int];
    var key: int;
    while (filled && key < keyCount) {
      if ($) content[key] = choose(valCount);
      key = key + 1;
    }
    return content;
  }
}

machine KVStore {
  var client: machine;
  var all: set[machine];
  var missing: int;  // answers to the last broadcast

  start state Init {
    entry (first: (client: machine, content: map[int, int])) {
      client = first.client;
      while (sizeof(all) < replicas) all += (new Replica((store = this, content = first.content)));
      goto Idle;
    }
    defer eWriteTransReq;
  }

  state Idle {
    on eWriteTransReq goto Preparing with (write: tWrite) { Broadcast(ePrepare, write); }
    on eReadTransReq do (key: int) { send choose(all), eRead, (key = key, from = client); }
  }

  state Preparing {
    on ePrepared do {
      missing = missing - 1;
      if (missing == 0) goto Committing;
    }
  }

  state Committing {
    entry { Broadcast(eCommit, null); }
    on eCommitted do {
      missing = missing - 1;
      if (missing == 0) {
        send client, eWriteTransRsp;
        goto Idle;
      }
    }
  }

  fun Broadcast(what: event, payload: any) {
    var one: machine;
    foreach (one in all) send one, what, payload;
    missing = sizeof(all);
  }
}

machine Replica {
  var store: machine;
  var content: map[int, int];
  var pending: tWrite;

  start state Serving {
    entry (first: (store: machine, content: map[int, int])) {
      store = first.store;
      content = first.content;
    }
    on ePrepare do (write: tWrite) {
      pending = write;
      send store, ePrepared;
    }
    on eCommit do {
      if (!forgets || pending.key == 0) content[pending.key] = pending.val;
      pending = default(tWrite);
      announce eKept, 0 in content && content[0] == 0;
      send store, eCommitted;
    }
    on eRead do (read: (key: int, from: machine)) { send read.from, eReadTransRsp, content[read.key]; }
  }
}

// The data structure invariant of section 7: when the client has left Init, every replica maps k to v.
spec StoreInvariant observes eWriteTransRsp, eKept {
  var kept: int;  // replicas that have the first write

  start state Before {
    on eKept do (is_kept: bool) {
      assert is_kept, "a replica does not map k to v";
      kept = kept + 1;
    }
    on eWriteTransRsp goto After with { assert kept == replicas, "a replica was left out"; }
  }
  state After {
    on eKept do (is_kept: bool) { assert is_kept, "a replica does not map k to v"; }
    ignore eWriteTransRsp;
  }
}

test param (replicas in [2, 4, 6, 10], keyCount in [2, 3], valCount in [2, 3], filled in [true, false]) tcKV [main=TestKVStore]:
  { TestKVStore, KVStore, Replica };
test param (replicas in [2, 4, 6, 10], keyCount in [2], valCount in [2], filled in [true]) tcInvariant [main=TestKVStore]:
  assert StoreInvariant in { TestKVStore, KVStore, Replica };
// Ten thousand keys and values, for --values=open: the store grows without end, unless it forgets.
test param (replicas in [2], keyCount in [10000], valCount in [10000], forgets in [true, false]) tcAll [main=TestKVStore]:
  { TestKVStore, KVStore, Replica };
