// Two-phase commit: all participants of a transaction commit it, or all of them abort it.
//
// Phase 1: the coordinator asks every participant to prepare; each votes yes or no.
// Phase 2: it decides COMMIT if every vote is yes, ABORT after the first no or when its patience
//          ends, and tells everybody.
//
// A participant that voted yes has given its freedom away: it may neither commit nor abort until
// it knows the decision. It is "in doubt". So it writes its vote to disk before it sends it, and
// when it restarts after a crash it asks the coordinator what became of the transaction.

enum tOutcome { COMMIT, ABORT }

type tBegin = (client: machine, tx: int);
type tPrepare = (coordinator: machine, tx: int);
type tVote = (participant: machine, tx: int, yes: bool);
type tDecision = (tx: int, outcome: tOutcome);
type tAsk = (participant: machine, tx: int);
type tSettled = (participant: machine, tx: int, outcome: tOutcome);

event eBegin: tBegin;        // client -> coordinator
event eResult: tDecision;    // coordinator -> client
event ePrepare: tPrepare;    // coordinator -> participants
event eVote: tVote;          // participant -> coordinator
event eDecision: tDecision;  // coordinator -> participants
event eAsk: tAsk;            // participant in doubt -> coordinator
event eTimeout: int;         // timer -> coordinator, with the transaction it was set for
event eCrash;                // environment -> participant
event eRestart;              // environment -> participant
event eSettled: tSettled;    // announced: a participant has carried out a decision

// An alarm that rings once. It says nothing about time: the scheduler may let it ring before the
// first vote arrives or after the last, which is all that an asynchronous system can rely on.
machine Timer {
  start state Set {
    entry (alarm: (owner: machine, tx: int)) {
      send alarm.owner, eTimeout, alarm.tx;
      raise halt;
    }
  }
}

machine Coordinator {
  var participants: set[machine];
  var decisions: map[int, tOutcome];  // on disk, written before anybody is told
  var current: tBegin;                // the transaction being voted on
  var missing: set[machine];          // who has not voted on it yet

  start state Boot {
    entry (everybody: set[machine]) {
      participants = everybody;
      goto Idle;
    }
  }

  state Idle {
    on eBegin goto Voting;
    on eAsk do Answer;
    ignore eVote, eTimeout;  // late ones, of transactions that are decided
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
      // A vote may be late by a whole transaction: the coordinator had already given up on it.
      if (vote.tx != current.tx) return;
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

  // If there is no decision yet, the participant will hear it together with all the others.
  fun Answer(ask: tAsk) {
    if (ask.tx in decisions) {
      send ask.participant, eDecision, (tx = ask.tx, outcome = decisions[ask.tx]);
    }
  }
}

machine Participant {
  var inDoubt: map[int, machine];  // on disk: transaction -> coordinator, for each vote of yes

  start state Up {
    on ePrepare do (prepare: tPrepare) {
      if ($) {
        inDoubt[prepare.tx] = prepare.coordinator;
        Vote(prepare, true);
      } else {
        // Whoever votes no need not wait: without it there is no commit.
        Vote(prepare, false);
        Settle((tx = prepare.tx, outcome = ABORT));
      }
    }

    on eDecision do Settle;
    on eCrash goto Down;
  }

  // Whatever arrives now is lost.
  state Down {
    ignore ePrepare, eDecision;
    on eRestart goto Up with AskAround;
  }

  fun Vote(prepare: tPrepare, yes: bool) {
    send prepare.coordinator, eVote, (participant = this, tx = prepare.tx, yes = yes);
  }

  fun Settle(decision: tDecision) {
    inDoubt -= (decision.tx);
    announce eSettled, (participant = this, tx = decision.tx, outcome = decision.outcome);
  }

  fun AskAround() {
    var tx: int;
    foreach (tx in keys(inDoubt)) send inDoubt[tx], eAsk, (participant = this, tx = tx);
  }
}
