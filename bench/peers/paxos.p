// Single-decree Paxos with three acceptors and one learner: paxos.pml in P.
//
// Every proposer has one ballot, its number; they take turns in proposing 1 and 2. The peers'
// messages overtake each other freely, which is --network=bag.

type tProposal = (ballot: int, value: int);  // ballot 0: nothing yet

event ePrepare: (proposer: machine, ballot: int);  // proposer -> acceptors
event ePromise: tProposal;                         // acceptor -> proposer: what it has accepted
event eAccept: tProposal;                          // proposer -> acceptors
event eAccepted: tProposal;                        // acceptor -> learner

type tProposerConfig = (number: int, acceptors: seq[machine]);

param proposers: int;

fun Quorum(acceptors: int): int {
  return acceptors / 2 + 1;
}

machine Proposer {
  var number: int;
  var acceptors: seq[machine];
  var count: int;       // promises
  var best: tProposal;  // what has the highest ballot among them, else the own value

  start state Preparing {
    entry (config: tProposerConfig) {
      var a: machine;
      number = config.number;
      acceptors = config.acceptors;
      best.value = 2 - number % 2;
      foreach (a in acceptors) send a, ePrepare, (proposer = this, ballot = number);
    }
    on ePromise do (accepted: tProposal) {
      var a: machine;
      var value: int;
      if (accepted.ballot > best.ballot) best = accepted;
      count = count + 1;
      if (count == Quorum(sizeof(acceptors))) {
        value = best.value;
        count = 0;
        best = default(tProposal);
        foreach (a in acceptors) send a, eAccept, (ballot = number, value = value);
        goto Proposing;
      }
    }
  }

  state Proposing {
    ignore ePromise;
  }
}

machine Acceptor {
  var learner: machine;
  var promised: int;
  var accepted: tProposal;

  start state Voting {
    entry (audience: machine) { learner = audience; }
    on ePrepare do (prepare: (proposer: machine, ballot: int)) {
      if (prepare.ballot > promised) {
        promised = prepare.ballot;
        send prepare.proposer, ePromise, accepted;
      }
    }
    on eAccept do (proposal: tProposal) {
      if (proposal.ballot >= promised) {
        promised = proposal.ballot;
        accepted = proposal;
        send learner, eAccepted, accepted;
      }
    }
  }
}

machine Learner {
  var quorum: int;
  var votes: map[int, int];  // by ballot
  var chosen: int;

  start state Listening {
    entry (acceptors: int) { quorum = Quorum(acceptors); }
    on eAccepted do (vote: tProposal) {
      if (!(vote.ballot in votes)) votes[vote.ballot] = 0;
      votes[vote.ballot] = votes[vote.ballot] + 1;
      if (votes[vote.ballot] == quorum) {
        assert chosen == 0 || chosen == vote.value, "two values are chosen";
        chosen = vote.value;
      }
    }
  }
}

machine Main {
  start state Go {
    entry {
      var learner: machine;
      var acceptors: seq[machine];
      var i: int;
      learner = new Learner(3);
      while (sizeof(acceptors) < 3) acceptors += (sizeof(acceptors), new Acceptor(learner));
      i = 1;
      while (i <= proposers) {
        new Proposer((number = i, acceptors = acceptors));
        i = i + 1;
      }
    }
  }
}

test param (proposers in [1, 2, 3, 4]) tcPaxos [main=Main]: { Main, Proposer, Acceptor, Learner };
