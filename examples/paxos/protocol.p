// Single-decree Paxos (Lamport, "The part-time parliament", 1998): several proposers, one value.
//
// A value is chosen once a majority of the acceptors has accepted it in the same ballot. Any two
// majorities share an acceptor, and all of Paxos follows from asking that one the right question:
//
// Phase 1: a proposer picks a ballot number of its own and asks the acceptors to promise not to
//          take part in lower ballots any more. With the promise comes what they have accepted.
// Phase 2: with promises of a majority, it proposes the value of the highest ballot among them.
//          If they have accepted nothing, no lower ballot can have chosen a value, nor ever will,
//          and the proposer is free to propose its own.

type tProposal = (ballot: int, value: int);  // ballots start at 1; ballot 0 means "nothing yet"

type tPrepare = (proposer: machine, ballot: int);
type tPromise = (acceptor: machine, ballot: int, accepted: tProposal);
type tAccept = (proposer: machine, proposal: tProposal);
type tAccepted = (acceptor: machine, proposal: tProposal);
type tLearned = (learner: machine, value: int);

event ePrepare: tPrepare;    // proposer -> acceptors
event ePromise: tPromise;    // acceptor -> proposer
event eAccept: tAccept;      // proposer -> acceptors
event eAccepted: tAccepted;  // acceptor -> learners
event eReject: int;          // acceptor -> proposer: this ballot is too low
event eRestart;              // environment -> acceptor

event eProposed: int;        // announced: a client wants this value
event eLearned: tLearned;    // announced: a learner knows that this value is chosen

type tProposerSetup = (acceptors: set[machine], value: int, ballots: seq[int]);

fun IsMajority(count: int, total: int): bool {
  return 2 * count > total;
}

machine Proposer {
  var acceptors: set[machine];
  var value: int;
  var ballots: seq[int];                 // the ballots it may still begin, all its own
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
      if (promise.ballot != ballot) {
        return;  // of a ballot that it has given up
      }
      promises[promise.acceptor] = promise.accepted;
      if (IsMajority(sizeof(promises), sizeof(acceptors))) goto Proposing;
    }
    on eReject do TryAgain;
  }

  state Proposing {
    entry {
      var a: machine;
      var proposal: tProposal;
      proposal = (ballot = ballot, value = SafeValue());
      foreach (a in acceptors) send a, eAccept, (proposer = this, proposal = proposal);
    }
    on eReject do TryAgain;
    ignore ePromise;  // a majority was enough
  }

  // The value of the highest ballot that the majority knows of, else the own.
  fun SafeValue(): int {
    var best: tProposal;
    var p: tProposal;
    best.value = value;
    foreach (p in values(promises)) {
      if (p.ballot > best.ballot) best = p;
    }
    return best.value;
  }

  // Without a ballot left it stays where it is: a majority may still say yes.
  fun TryAgain(rejected: int) {
    if (rejected == ballot && sizeof(ballots) > 0) goto Preparing;
  }
}

machine Acceptor {
  var learners: set[machine];
  var promised: int;        // on disk
  var accepted: tProposal;  // on disk

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

    // Both variables are on disk, and written before a message goes out: nothing is lost.
    ignore eRestart;
  }
}

machine Learner {
  var acceptors: int;                 // how many there are
  var votes: map[int, set[machine]];  // by ballot

  start state Listening {
    entry (count: int) { acceptors = count; }

    on eAccepted do (vote: tAccepted) {
      if (!(vote.proposal.ballot in votes)) {
        votes[vote.proposal.ballot] = default(set[machine]);
      }
      votes[vote.proposal.ballot] += (vote.acceptor);
      if (IsMajority(sizeof(votes[vote.proposal.ballot]), acceptors)) {
        announce eLearned, (learner = this, value = vote.proposal.value);
      }
    }
  }
}
