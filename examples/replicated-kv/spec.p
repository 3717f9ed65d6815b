// Linearizability, told by versions. Versions order the writes of a key; the store is linearizable
// if that order agrees with real time: an operation that begins after another has ended must not
// come before it. A later write has a newer version, a later read at least as new a one.
spec Linearizable observes eInvoke, eReturn {
  var known: map[int, int];          // for each key, the newest version of an operation that ended
  var atLeast: map[machine, int];    // for each client, the version known when its operation began
  var used: set[(key: int, version: int)];

  start state Watching {
    on eInvoke do (begin: (client: machine, op: tOp)) {
      atLeast[begin.client] = Known(begin.op.key);
    }
    on eReturn do (end: (client: machine, op: tOp, cell: tCell)) {
      if (end.op.kind == READ) {
        assert end.cell.version >= atLeast[end.client],
          format("a read returned version {0} although {1} was known", end.cell.version,
            atLeast[end.client]);
      } else {
        assert end.cell.version > atLeast[end.client], "a write came before an earlier operation";
        assert !((key = end.op.key, version = end.cell.version) in used),
          "two writes chose the same version";
        used += ((key = end.op.key, version = end.cell.version));
      }
      if (end.cell.version > Known(end.op.key)) {
        known[end.op.key] = end.cell.version;
      }
    }
  }

  fun Known(key: int): int {
    if (key in known) {
      return known[key];
    }
    return 0;
  }
}

// Nothing is made up: what a read returns was written to that key, or is the initial value.
spec OnlyWrittenValues observes eInvoke, eReturn {
  var written: set[(key: int, value: int)];

  start state Watching {
    on eInvoke do (begin: (client: machine, op: tOp)) {
      if (begin.op.kind == WRITE) {
        written += ((key = begin.op.key, value = begin.op.value));
      }
    }
    on eReturn do (end: (client: machine, op: tOp, cell: tCell)) {
      assert end.cell.version == 0 || (key = end.op.key, value = end.cell.value) in written,
        "a read returned a value that nobody wrote";
    }
  }
}

// Liveness: every operation ends, as long as a majority of the replicas lives.
spec EveryOpEnds observes eInvoke, eReturn {
  var running: set[machine];

  start cold state Quiet {
    on eInvoke goto Busy with (begin: (client: machine, op: tOp)) {
      running += (begin.client);
    }
  }

  hot state Busy {
    on eInvoke do (begin: (client: machine, op: tOp)) {
      running += (begin.client);
    }
    on eReturn do (end: (client: machine, op: tOp, cell: tCell)) {
      running -= (end.client);
      if (sizeof(running) == 0) {
        goto Quiet;
      }
    }
  }
}
