// Safety: no participant commits what another one aborts.
spec Atomicity observes eSettled {
  var outcomes: map[int, tOutcome];

  start state Watching {
    on eSettled do (s: tSettled) {
      if (s.tx in outcomes) {
        assert outcomes[s.tx] == s.outcome,
          format("participants disagree on transaction {0}", s.tx);
      }
      outcomes[s.tx] = s.outcome;
    }
  }
}

// Safety: a commit needs the yes of everybody whom the coordinator asked. Without this, a
// coordinator that always commits would pass as atomic.
spec Unanimity observes ePrepare, eVote, eSettled {
  var asked: map[int, int];  // per transaction: how many were asked
  var yes: map[int, int];    // and how many agreed

  start state Watching {
    on ePrepare do (p: tPrepare) {
      asked[p.tx] = Get(asked, p.tx) + 1;
    }
    on eVote do (v: tVote) {
      if (v.yes) yes[v.tx] = Get(yes, v.tx) + 1;
    }
    on eSettled do (s: tSettled) {
      assert s.outcome == ABORT || Get(yes, s.tx) == Get(asked, s.tx),
        format("transaction {0} is committed without everybody's yes", s.tx);
    }
  }

  fun Get(counts: map[int, int], tx: int): int {
    if (tx in counts) return counts[tx];
    return 0;
  }
}

// Liveness: a participant that voted yes learns the outcome in the end.
spec NobodyStaysInDoubt observes eVote, eSettled {
  var waiting: set[(machine, int)];

  start cold state Clear {
    on eVote do Note;
    ignore eSettled;
  }

  hot state InDoubt {
    on eVote do Note;
    on eSettled do (s: tSettled) {
      waiting -= ((s.participant, s.tx));
      if (sizeof(waiting) == 0) goto Clear;
    }
  }

  fun Note(v: tVote) {
    if (v.yes) {
      waiting += ((v.participant, v.tx));
      goto InDoubt;
    }
  }
}

// Liveness: every transaction that a client begins gets its result.
spec EveryTransactionEnds observes eBegin, eResult {
  var open: set[int];

  start cold state Idle {
    on eBegin goto Working with (b: tBegin) { open += (b.tx); }
  }

  hot state Working {
    on eBegin do (b: tBegin) { open += (b.tx); }
    on eResult do (r: tDecision) {
      open -= (r.tx);
      if (sizeof(open) == 0) goto Idle;
    }
  }
}
