// Two-phase commit of one transaction, with acknowledgements: two-phase-commit.pml in P.
//
// What makes the models comparable: everything follows from a message but the coordinator's start, and
// the vote is chosen in the step that receives the question. The peers' links are --network=p2p.

event ePrepare: machine;  // coordinator -> participant: who asks
event eCommit;            // coordinator -> participant
event eAbort;             // coordinator -> participant
event eYes;               // participant -> coordinator
event eNo;                // participant -> coordinator
event eAck;               // participant -> coordinator

param participants: int;

machine Coordinator {
  var all: set[machine];
  var count: int;  // votes of yes, then acknowledgements

  start state Boot {
    entry (everybody: set[machine]) {
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
      var all: set[machine];
      while (sizeof(all) < participants) all += (new Participant());
      new Coordinator(all);
    }
  }
}

test param (participants in [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20]) tcCommit [main=Main]:
  { Main, Coordinator, Participant };
