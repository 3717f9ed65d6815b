// Strong consistency, told by versions: a read returns at least what had been acknowledged, or
// returned to any other reader, when the read began.
spec FreshReads observes eRead, eReadDone, eWriteDone {
  var known: map[int, int];         // for each key, the newest version any client was told of
  var atLeast: map[tTicket, int];   // for each read, the version known when it was first asked

  start state Watching {
    on eRead do (read: tRead) {
      if (!(read.ticket in atLeast)) {
        atLeast[read.ticket] = Known(read.key);
      }
    }
    on eReadDone do (done: tDone) {
      assert done.cell.version >= atLeast[done.ticket], "a read missed an acknowledged write";
      Learn(done);
    }
    on eWriteDone do Learn;
  }

  fun Known(key: int): int {
    if (key in known) {
      return known[key];
    }
    return 0;
  }

  fun Learn(done: tDone) {
    if (done.cell.version > Known(done.key)) {
      known[done.key] = done.cell.version;
    }
  }
}

// The nodes keep one history: each applies all updates in order, no two nodes apply different
// writes as the same version, and no write is in the history twice, however often it was repeated.
spec OneHistory observes eApplied {
  var history: map[int, tTicket];
  var applied: map[machine, int];

  start state Watching {
    on eApplied do (step: (node: machine, version: int, ticket: tTicket)) {
      if (!(step.node in applied)) {
        applied[step.node] = 0;
      }
      assert step.version == applied[step.node] + 1, "a node applied updates out of order";
      applied[step.node] = step.version;
      if (step.version in history) {
        assert history[step.version] == step.ticket, "two nodes disagree on an update";
      } else {
        assert !(step.ticket in values(history)), "a write was applied twice";
        history[step.version] = step.ticket;
      }
    }
  }
}

// Liveness: every operation is answered, also across a crash.
spec EveryOpIsAnswered observes eWrite, eRead, eWriteDone, eReadDone {
  var open: set[tTicket];
  var answered: set[tTicket];   // an answer may be under way when its question is repeated

  start cold state Quiet {
    on eWrite do (write: tWrite) {
      Open(write.ticket);
    }
    on eRead do (read: tRead) {
      Open(read.ticket);
    }
    on eWriteDone, eReadDone do Close;
  }

  hot state Waiting {
    on eWrite do (write: tWrite) {
      Open(write.ticket);
    }
    on eRead do (read: tRead) {
      Open(read.ticket);
    }
    on eWriteDone, eReadDone do Close;
  }

  fun Open(ticket: tTicket) {
    if (!(ticket in answered)) {
      open += (ticket);
      goto Waiting;
    }
  }

  fun Close(done: tDone) {
    answered += (done.ticket);
    open -= (done.ticket);
    if (sizeof(open) == 0) {
      goto Quiet;
    }
  }
}
