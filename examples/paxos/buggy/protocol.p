// Two mistakes, each of which sounds reasonable and breaks Paxos.

// "A value is chosen only if a majority has accepted it. So if no majority reports a value to me,
// none is chosen, and I may propose my own."
//
// The first sentence is true. But a proposer hears only SOME majority. Of the acceptors that have
// chosen a value, a single one may be among those it hears, and the others are the ones that it
// does not hear. One report must be enough.
machine HeadstrongProposer {
  var acceptors: set[machine];
  var value: int;
  var ballots: seq[int];
  var ballot: int;
  var promises: map[machine, tProposal];

  start state Boot {
    entry (setup: tProposerSetup) {
      acceptors = setup.acceptors;
      value = setup.value;
      ballots = setup.ballots;
      announce eProposed, value;
      goto Preparing;
    }
  }

  state Preparing {
    entry {
      var a: machine;
      ballot = ballots[0];
      ballots -= (0);
      promises = default(map[machine, tProposal]);
      foreach (a in acceptors) send a, ePrepare, (proposer = this, ballot = ballot);
    }
    on ePromise do (promise: tPromise) {
      if (promise.ballot != ballot) return;
      promises[promise.acceptor] = promise.accepted;
      if (IsMajority(sizeof(promises), sizeof(acceptors))) goto Proposing;
    }
    on eReject do TryAgain;
  }

  state Proposing {
    entry {
      var a: machine;
      var proposal: tProposal;
      proposal = (ballot = ballot, value = PopularValue());
      foreach (a in acceptors) send a, eAccept, (proposer = this, proposal = proposal);
    }
    on eReject do TryAgain;
    ignore ePromise;
  }

  // The mistake: a value counts only if a majority of all acceptors reports it.
  fun PopularValue(): int {
    var reports: map[tProposal, int];
    var p: tProposal;
    foreach (p in values(promises)) {
      if (!(p in reports)) reports[p] = 0;
      reports[p] = reports[p] + 1;
      if (p.ballot > 0 && IsMajority(reports[p], sizeof(acceptors))) return p.value;
    }
    return value;
  }

  fun TryAgain(rejected: int) {
    if (rejected == ballot && sizeof(ballots) > 0) goto Preparing;
  }
}

// "The disk is slow, and we are three: let us keep the promises in memory."
//
// A majority then no longer remembers what it has promised or chosen: the one acceptor that two
// majorities share is just the one that has restarted in between.
machine ForgetfulAcceptor {
  var learners: set[machine];
  var promised: int;
  var accepted: tProposal;

  start state Voting {
    entry (everybody: set[machine]) { learners = everybody; }

    on ePrepare do (prepare: tPrepare) {
      if (prepare.ballot > promised) {
        promised = prepare.ballot;
        send prepare.proposer, ePromise,
          (acceptor = this, ballot = promised, accepted = accepted);
      } else {
        send prepare.proposer, eReject, prepare.ballot;
      }
    }

    on eAccept do (accept: tAccept) {
      var l: machine;
      if (accept.proposal.ballot >= promised) {
        promised = accept.proposal.ballot;
        accepted = accept.proposal;
        foreach (l in learners) send l, eAccepted, (acceptor = this, proposal = accepted);
      } else {
        send accept.proposer, eReject, accept.proposal.ballot;
      }
    }

    // The mistake: it starts afresh.
    on eRestart do {
      promised = 0;
      accepted = default(tProposal);
    }
  }
}
