// Single-decree Paxos with one learner: paxos.pml in P.
//
// Every proposer has one ballot, its number; they take turns in proposing 1 and 2. What makes the
// models comparable: a proposer decides at once whether it ever comes forward. The peers' proposers
// may do so at any time, which reaches the same states, for the network delays what is sent
// as long as it likes. The peers' messages overtake each other freely, which is --network=bag.

type tProposal = (ballot: int, value: int);  // ballot 0: nothing yet

event ePrepare: (proposer: machine, ballot: int);  // proposer -> acceptors
event ePromise: tProposal;                         // acceptor -> proposer: what it has accepted
event eAccept: tProposal;                          // proposer -> acceptors
event eAccepted: tProposal;                        // acceptor -> learner

type tProposerConfig = (number: int, voters: set[machine]);

param proposers: int;
param acceptors: int;

fun Quorum(size: int): int {
  return size / 2 + 1;
}

machine Proposer {
  var number: int;
  var voters: set[machine];
  var count: int;       // promises
  var best: tProposal;  // what has the highest ballot among them, else the own value

  start state Idle {
    entry (config: tProposerConfig) {
      var a: machine;
      number = config.number;
      voters = config.voters;
      if ($) {
        best.value = 2 - number % 2;
        foreach (a in voters) send a, ePrepare, (proposer = this, ballot = number);
        goto Preparing;
      }
    }
  }

  state Preparing {
    on ePromise do (accepted: tProposal) {
      var a: machine;
      var value: int;
      if (accepted.ballot > best.ballot) best = accepted;
      count = count + 1;
      if (count == Quorum(sizeof(voters))) {
        value = best.value;
        count = 0;
        best = default(tProposal);
        foreach (a in voters) send a, eAccept, (ballot = number, value = value);
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
    entry (size: int) { quorum = Quorum(size); }
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
      var voters: set[machine];
      var i: int;
      learner = new Learner(acceptors);
      while (sizeof(voters) < acceptors) voters += (new Acceptor(learner));
      i = 1;
      while (i <= proposers) {
        new Proposer((number = i, voters = voters));
        i = i + 1;
      }
    }
  }
}

test param (proposers in [1, 2, 3, 4], acceptors in [3, 4, 5]) tcPaxos [main=Main]:
  { Main, Proposer, Acceptor, Learner };
