// A coordinator that is right in every single transaction, and wrong in two.
//
// Its author saw that late votes are ignored in Idle and concluded that a vote which arrives in
// Voting must belong to the transaction at hand. But a transaction ends early when a timer rings
// or somebody votes no, and the next one may begin while votes on the old one are under way.
// A late yes is then counted as consent to something that its sender has not even seen.

machine HastyCoordinator {
  var participants: set[machine];
  var decisions: map[int, tOutcome];
  var current: tBegin;
  var missing: set[machine];

  start state Boot {
    entry (everybody: set[machine]) {
      participants = everybody;
      goto Idle;
    }
  }

  state Idle {
    on eBegin goto Voting;
    on eAsk do Answer;
    ignore eVote, eTimeout;
  }

  state Voting {
    entry (begin: tBegin) {
      var p: machine;
      current = begin;
      missing = participants;
      foreach (p in participants) send p, ePrepare, (coordinator = this, tx = current.tx);
      new Timer((owner = this, tx = current.tx));
    }

    on eVote do (vote: tVote) {
      // The mistake: nobody looks at vote.tx.
      if (!vote.yes) Decide(ABORT);
      missing -= (vote.participant);
      if (sizeof(missing) == 0) Decide(COMMIT);
    }

    on eTimeout do (tx: int) {
      if (tx == current.tx) Decide(ABORT);
    }

    on eAsk do Answer;
    defer eBegin;
  }

  fun Decide(outcome: tOutcome) {
    var p: machine;
    decisions[current.tx] = outcome;
    foreach (p in participants) send p, eDecision, (tx = current.tx, outcome = outcome);
    send current.client, eResult, (tx = current.tx, outcome = outcome);
    goto Idle;
  }

  fun Answer(ask: tAsk) {
    if (ask.tx in decisions) {
      send ask.participant, eDecision, (tx = ask.tx, outcome = decisions[ask.tx]);
    }
  }
}
