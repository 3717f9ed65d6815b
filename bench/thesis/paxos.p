// Single-decree Paxos: sections 2.3, 3.6 and 4.6 of Bokor's thesis.
//
// A setting (P, A, L) has P proposers, A acceptors and L learners. Every proposer has one ballot, its
// number, and proposes that number as its value; that one of them never comes forward, or crashes on
// the way, is a run in which what it sent never arrives. Meant for --network=bag.
//
// A majority is a quorum handler, or with the Counting machines a count of single messages. Proposers
// send to all acceptors, as in the thesis' program (figure 6.2); frugal ones to a majority, as in its text.

type tProposal = (ballot: int, value: int);  // ballot 0: nothing yet
type tPrepare = (proposer: machine, ballot: int);

event ePrepare: tPrepare;    // 1(a), proposer -> acceptors
event ePromise: tProposal;   // 1(b), acceptor -> proposer: the highest proposal that it has accepted
event eAccept: tProposal;    // 2(a), proposer -> acceptors
event eAccepted: tProposal;  // 2(b), acceptor -> learners
event eVote: tProposal;      // announced: an acceptor accepts

type tTask = (ballot: int, acceptors: set[machine]);

param nProposers: int;
param nAcceptors: int;
param nLearners: int;

fun Higher(a: tProposal, b: tProposal): tProposal {
  if (a.ballot > b.ballot) return a;
  return b;
}

// ---- Proposers ----

// Once its proposal is out it halts: a promise that comes later is of no use to anybody.
machine Proposer {
  var task: tTask;

  start state Preparing {
    entry (given: tTask) {
      var a: machine;
      task = given;
      foreach (a in task.acceptors) send a, ePrepare, (proposer = this, ballot = task.ballot);
    }
    on quorum (nAcceptors / 2 + 1) ePromise do (promises: seq[tProposal]) {
      Propose(task, SafeValue(task, promises));
      raise halt;
    }
  }
}

// The value of the highest proposal that they have accepted, else the own.
fun SafeValue(task: tTask, promises: seq[tProposal]): int {
  var best: tProposal;
  var p: tProposal;
  best.value = task.ballot;
  foreach (p in promises) best = Higher(p, best);
  return best.value;
}

// It asks some majority, and proposes to that alone: phases 1(a) and 2(a) to the letter.
machine FrugalProposer {
  var task: tTask;

  start state Preparing {
    entry (given: tTask) {
      var a: machine;
      task.ballot = given.ballot;
      while (sizeof(task.acceptors) < nAcceptors / 2 + 1) {
        a = choose(given.acceptors);
        given.acceptors -= (a);
        task.acceptors += (a);
      }
      foreach (a in task.acceptors) send a, ePrepare, (proposer = this, ballot = task.ballot);
    }
    on quorum (nAcceptors / 2 + 1) ePromise do (promises: seq[tProposal]) {
      Propose(task, SafeValue(task, promises));
      raise halt;
    }
  }
}

fun Propose(task: tTask, value: int) {
  var a: machine;
  foreach (a in task.acceptors) send a, eAccept, (ballot = task.ballot, value = value);
}

machine CountingProposer {
  var task: tTask;
  var count: int;       // promises
  var best: tProposal;  // the highest of them, else the own value

  start state Preparing {
    entry (given: tTask) {
      var a: machine;
      task = given;
      best.value = task.ballot;
      foreach (a in task.acceptors) send a, ePrepare, (proposer = this, ballot = task.ballot);
    }
    on ePromise do (promise: tProposal) {
      count = count + 1;
      best = Higher(promise, best);
      if (count == nAcceptors / 2 + 1) {
        Propose(task, best.value);
        raise halt;
      }
    }
  }
}

// ---- Acceptors ----

// As the thesis has it, accepting a proposal is no promise: an acceptor may accept a lower one
// later, if it has not answered the prepare of the higher one.
machine Acceptor {
  var learners: set[machine];
  var promised: int;
  var accepted: tProposal;

  start state Voting {
    entry (audience: set[machine]) { learners = audience; }
    on ePrepare do (prepare: tPrepare) {
      if (prepare.ballot > promised) {
        promised = prepare.ballot;
        send prepare.proposer, ePromise, accepted;
      }
    }
    on eAccept do (proposal: tProposal) {
      if (proposal.ballot >= promised) {
        accepted = Higher(proposal, accepted);
        Vote(learners, proposal);
      }
    }
  }
}

fun Vote(learners: set[machine], proposal: tProposal) {
  var l: machine;
  announce eVote, proposal;
  foreach (l in learners) send l, eAccepted, proposal;
}

// Faulty Paxos of table 3.2: it accepts whatever it has promised.
machine EagerAcceptor {
  var learners: set[machine];
  var promised: int;
  var accepted: tProposal;

  start state Voting {
    entry (audience: set[machine]) { learners = audience; }
    on ePrepare do (prepare: tPrepare) {
      if (prepare.ballot > promised) {
        promised = prepare.ballot;
        send prepare.proposer, ePromise, accepted;
      }
    }
    on eAccept do (proposal: tProposal) {
      accepted = Higher(proposal, accepted);
      Vote(learners, proposal);
    }
  }
}

// Faulty Paxos II of table 4.1: it remembers the last proposal that it has accepted, not the highest.
machine ForgetfulAcceptor {
  var learners: set[machine];
  var promised: int;
  var accepted: tProposal;

  start state Voting {
    entry (audience: set[machine]) { learners = audience; }
    on ePrepare do (prepare: tPrepare) {
      if (prepare.ballot > promised) {
        promised = prepare.ballot;
        send prepare.proposer, ePromise, accepted;
      }
    }
    on eAccept do (proposal: tProposal) {
      if (proposal.ballot >= promised) {
        accepted = proposal;
        Vote(learners, proposal);
      }
    }
  }
}

// ---- Both in one ----

// What the naive approach of table 3.2 starts from: every process is an acceptor, some propose too. Then
// the machines that vote cannot change places without those that propose.
event ePropose: tTask;  // environment -> process

machine Process {
  var task: tTask;
  var promised: int;
  var accepted: tProposal;

  start state Voting {
    on ePropose do (given: tTask) {
      var p: machine;
      task = given;
      foreach (p in task.acceptors) send p, ePrepare, (proposer = this, ballot = task.ballot);
      goto Preparing;
    }
    on ePrepare do Promise;
    on eAccept do Accept;
  }

  state Preparing {
    on quorum (nAcceptors / 2 + 1) ePromise do (promises: seq[tProposal]) {
      Propose(task, SafeValue(task, promises));
      goto Proposing;
    }
    on ePrepare do Promise;
    on eAccept do Accept;
  }

  state Proposing {
    on ePrepare do Promise;
    on eAccept do Accept;
    ignore ePromise;
  }

  fun Promise(prepare: tPrepare) {
    if (prepare.ballot > promised) {
      promised = prepare.ballot;
      send prepare.proposer, ePromise, accepted;
    }
  }

  fun Accept(proposal: tProposal) {
    if (proposal.ballot >= promised) {
      accepted = Higher(proposal, accepted);
      announce eVote, proposal;
    }
  }
}

// ---- Learners ----

// It learns what a majority has accepted in one ballot. Votes for different ballots prove nothing
// and are gone; nothing is missed by that, for in some other run those of one ballot come first.
machine Learner {
  var learned: int;

  start state Listening {
    on quorum (nAcceptors / 2 + 1) eAccepted do (votes: seq[tProposal]) {
      var v: tProposal;
      foreach (v in votes) {
        if (v != votes[0]) return;
      }
      assert learned == 0 || learned == votes[0].value, "two values are learned";
      learned = votes[0].value;
    }
  }
}

machine CountingLearner {
  var votes: map[tProposal, int];
  var learned: int;

  start state Listening {
    on eAccepted do (vote: tProposal) {
      if (!(vote in votes)) votes[vote] = 0;
      votes[vote] = votes[vote] + 1;
      if (votes[vote] == nAcceptors / 2 + 1) {
        assert learned == 0 || learned == vote.value, "two values are learned";
        learned = vote.value;
      }
    }
  }
}

// Faulty Paxos of tables 3.3 and 4.1: it does not compare the votes.
machine CarelessLearner {
  var learned: int;

  start state Listening {
    on quorum (nAcceptors / 2 + 1) eAccepted do (votes: seq[tProposal]) {
      var v: tProposal;
      foreach (v in votes) {
        assert learned == 0 || learned == v.value, "two values are learned";
        learned = v.value;
      }
    }
  }
}

// ---- Properties, where there is no learner ----

// A value is chosen when a majority has accepted it in one ballot, and no other value ever is.
spec Agreement observes eVote {
  var votes: map[tProposal, int];
  var chosen: int;

  start state Watching {
    on eVote do (vote: tProposal) {
      if (!(vote in votes)) votes[vote] = 0;
      votes[vote] = votes[vote] + 1;
      if (votes[vote] == nAcceptors / 2 + 1) {
        assert chosen == 0 || chosen == vote.value, "two values are chosen";
        chosen = vote.value;
      }
    }
  }
}

// The wrong safety of table 3.2: one acceptor is enough.
spec WrongAgreement observes eVote {
  var chosen: int;

  start state Watching {
    on eVote do (vote: tProposal) {
      assert chosen == 0 || chosen == vote.value, "two values are chosen";
      chosen = vote.value;
    }
  }
}

// ---- Settings ----

machine Main {
  start state Go {
    entry {
      var learners: set[machine];
      var acceptors: set[machine];
      var i: int;
      while (sizeof(learners) < nLearners) learners += (new Learner());
      while (sizeof(acceptors) < nAcceptors) acceptors += (new Acceptor(learners));
      while (i < nProposers) {
        i = i + 1;
        new Proposer((ballot = i, acceptors = acceptors));
      }
    }
  }
}

machine ComposedMain {
  start state Go {
    entry {
      var processes: set[machine];
      var proposers: seq[machine];  // some of them
      var p: machine;
      var i: int;
      while (sizeof(processes) < nAcceptors) {
        p = new Process();
        processes += (p);
        if (sizeof(proposers) < nProposers) proposers += (0, p);
      }
      while (i < nProposers) {
        p = proposers[i];
        i = i + 1;
        send p, ePropose, (ballot = i, acceptors = processes);
      }
    }
  }
}

module Paxos = { Main, Proposer, Acceptor, Learner };
module Frugal = { Main, FrugalProposer -> Proposer, Acceptor, Learner };
module Counting = { Main, CountingProposer -> Proposer, Acceptor, CountingLearner -> Learner };
module Eager = { Main, Proposer, EagerAcceptor -> Acceptor, Learner };
module Forgetful = { Main, Proposer, ForgetfulAcceptor -> Acceptor, Learner };
module Careless = { Main, Proposer, Acceptor, CarelessLearner -> Learner };
module Composed = { ComposedMain, Process };
module CountingForgetful =
  { Main, CountingProposer -> Proposer, ForgetfulAcceptor -> Acceptor, CountingLearner -> Learner };

// expect: holds
test param (nProposers in [1], nAcceptors in [3], nLearners in [1]) tcPaxos_1_3_1 [main=Main]:
  Paxos;

// expect: holds
test param (nProposers in [2], nAcceptors in [3], nLearners in [1]) tcPaxos_2_3_1 [main=Main]:
  Paxos;

// expect: holds
test param (nProposers in [3], nAcceptors in [3], nLearners in [1]) tcPaxos_3_3_1 [main=Main]:
  Paxos;

// expect: holds
test param (nProposers in [2], nAcceptors in [5], nLearners in [1]) tcPaxos_2_5_1 [main=Main]:
  Paxos;

// expect: holds
test param (nProposers in [3], nAcceptors in [5], nLearners in [1]) tcPaxos_3_5_1 [main=Main]:
  Paxos;

// expect: holds
test param (nProposers in [1], nAcceptors in [3], nLearners in [1]) tcFrugal_1_3_1 [main=Main]:
  Frugal;

// expect: holds
test param (nProposers in [2], nAcceptors in [3], nLearners in [1]) tcFrugal_2_3_1 [main=Main]:
  Frugal;

// expect: holds
test param (nProposers in [3], nAcceptors in [3], nLearners in [1]) tcFrugal_3_3_1 [main=Main]:
  Frugal;

// expect: holds
test param (nProposers in [2], nAcceptors in [5], nLearners in [1]) tcFrugal_2_5_1 [main=Main]:
  Frugal;

// expect: holds
test param (nProposers in [3], nAcceptors in [5], nLearners in [1]) tcFrugal_3_5_1 [main=Main]:
  Frugal;

// expect: holds
test param (nProposers in [1], nAcceptors in [3], nLearners in [1]) tcCounting_1_3_1 [main=Main]:
  Counting;

// expect: holds
test param (nProposers in [1], nAcceptors in [5], nLearners in [1]) tcCounting_1_5_1 [main=Main]:
  Counting;

// expect: holds
test param (nProposers in [2], nAcceptors in [3], nLearners in [1]) tcCounting_2_3_1 [main=Main]:
  Counting;

// expect: holds
test param (nProposers in [3], nAcceptors in [3], nLearners in [1]) tcCounting_3_3_1 [main=Main]:
  Counting;

// expect: violated: two values are learned
test param (nProposers in [2], nAcceptors in [3], nLearners in [1]) tcCareless_2_3_1 [main=Main]:
  Careless;

// expect: holds
test param (nProposers in [2], nAcceptors in [3], nLearners in [1]) tcForgetful_2_3_1 [main=Main]:
  Forgetful;

// expect: violated: two values are learned
test param (nProposers in [3], nAcceptors in [3], nLearners in [1]) tcForgetful_3_3_1 [main=Main]:
  Forgetful;

// expect: violated: two values are learned
test param (nProposers in [3], nAcceptors in [3], nLearners in [1]) tcCountingForgetful_3_3_1 [main=Main]:
  CountingForgetful;

// expect: holds
test param (nProposers in [2], nAcceptors in [3], nLearners in [0]) tcPaxos_2_3_0 [main=Main]:
  assert Agreement in Paxos;

// expect: violated: two values are chosen
test param (nProposers in [2], nAcceptors in [3], nLearners in [0]) tcWrongSafety_2_3_0 [main=Main]:
  assert WrongAgreement in Paxos;

// expect: violated: two values are chosen
test param (nProposers in [2], nAcceptors in [3], nLearners in [0]) tcEager_2_3_0 [main=Main]:
  assert Agreement in Eager;

// expect: holds
test param (nProposers in [2], nAcceptors in [3], nLearners in [0]) tcComposed_2_3_0 [main=ComposedMain]:
  assert Agreement in Composed;

// expect: violated: two values are chosen
test param (nProposers in [2], nAcceptors in [3], nLearners in [0]) tcComposedWrong_2_3_0 [main=ComposedMain]:
  assert WrongAgreement in Composed;
