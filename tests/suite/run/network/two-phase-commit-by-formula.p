// Two-phase commit over FIFO links. By hand: a participant's side of the protocol has 9 situations, less those
// that cannot be together, so 9^N - 6^N + 4^N + 3^N states once all have started (SPIN and Rumur agree);
// before that, N + 1 more.
// run: --network=p2p
// verdict tcCommit___participants_2: holds
// verdict tcCommit___participants_3: holds
// verdict tcCommit___participants_4: holds
// states tcCommit___participants_2: 73
// states tcCommit___participants_3: 608
// states tcCommit___participants_4: 5607

event ePrepare: machine;  // coordinator -> participant: who asks
event eCommit;            // coordinator -> participant
event eAbort;             // coordinator -> participant
event eYes;               // participant -> coordinator
event eNo;                // participant -> coordinator
event eAck;               // participant -> coordinator

param participants: int;

machine Coordinator {
  var all: seq[machine];
  var count: int;  // votes of yes, then acknowledgements

  start state Boot {
    entry (everybody: seq[machine]) {
      var p: machine;
      all = everybody;
      foreach (p in all) send p, ePrepare, this;
      goto Voting;
    }
  }

  state Voting {
    on eYes do {
      var p: machine;
      count = count + 1;
      if (count == sizeof(all)) {
        count = 0;
        foreach (p in all) send p, eCommit;
        goto Committing;
      }
    }
    on eNo do {
      var p: machine;
      count = 0;
      foreach (p in all) send p, eAbort;
      goto Aborting;
    }
  }

  state Committing {
    on eAck do Count;
  }

  state Aborting {
    on eAck do Count;
    ignore eYes, eNo;  // late votes
  }

  fun Count() {
    count = count + 1;
    assert count <= sizeof(all), "more acknowledgements than participants";
  }
}

machine Participant {
  var coordinator: machine;

  start state Working {
    on ePrepare do (asker: machine) {
      coordinator = asker;
      if ($) {
        send coordinator, eYes;
        goto Prepared;
      }
      send coordinator, eNo;
      goto Aborted;
    }
  }

  state Prepared {
    on eCommit goto Committed with Acknowledge;
    on eAbort goto Aborted with Acknowledge;
  }

  state Committed {
    on eAbort do { assert false, "aborts what it has committed"; }
  }

  state Aborted {
    on eAbort do Acknowledge;
    on eCommit do { assert false, "is to commit what it has aborted"; }
  }

  fun Acknowledge() {
    send coordinator, eAck;
  }
}

machine Main {
  start state Go {
    entry {
      var all: seq[machine];
      while (sizeof(all) < participants) all += (sizeof(all), new Participant());
      new Coordinator(all);
    }
  }
}

test param (participants in [2, 3, 4]) tcCommit [main=Main]:
  { Main, Coordinator, Participant };
