// Paxos, of table 3 of the PSym paper, after its text (the model that it ran is not public): two proposers with a value each, three acceptors,
// a learner, four rounds. A proposer has every other ballot: it gives one up for its next one at any time, as after a timeout. What a
// proposer sends may be lost.

type tVote = (ballot: int, value: int);  // ballot 0: none

event ePrepare: (ballot: int, from: machine);      // proposer -> acceptor
event ePromise: (ballot: int, vote: tVote);        // acceptor -> proposer
event eAccept: tVote;                              // proposer -> acceptor
event eAccepted: tVote;                            // acceptor -> learner

param rounds: int;  // of each proposer
param acceptors: int;

machine Main {
  start state Go {
    entry {
      var all: set[machine];
      var learner: machine;
      learner = new Learner();
      while (sizeof(all) < acceptors) all += (new Acceptor(learner));
      new Proposer((id = 1, all = all));
      new Proposer((id = 2, all = all));
    }
  }
}

machine Proposer {
  var id: int;
  var all: set[machine];
  var ballot: int;
  var promises: int;
  var highest: tVote;  // of the promises

  start state Init {
    entry (my: (id: int, all: set[machine])) {
      id = my.id;
      all = my.all;
      goto Preparing;
    }
  }

  state Preparing {
    entry {
      if (ballot == 0) ballot = id;
      else ballot = ballot + 2;
      promises = 0;
      highest = default(tVote);
      BroadcastWithLosses(ePrepare, (ballot = ballot, from = this));
      GiveUp();
    }
    on ePromise do (promise: (ballot: int, vote: tVote)) {
      if (promise.ballot != ballot) return;
      if (promise.vote.ballot > highest.ballot) highest = promise.vote;
      promises = promises + 1;
      if (2 * promises > acceptors) goto Accepting;
      GiveUp();
    }
  }

  state Accepting {
    entry {
      if (highest.ballot == 0) highest.value = id;
      BroadcastWithLosses(eAccept, (ballot = ballot, value = highest.value));
      promises = 0;
      highest = default(tVote);
      GiveUp();
    }
    ignore ePromise;
  }

  fun GiveUp() {
    if (ballot <= 2 * (rounds - 1) && $) goto Preparing;
  }

  fun BroadcastWithLosses(what: event, payload: any) {
    var one: machine;
    foreach (one in all) {
      if ($) send one, what, payload;
    }
  }
}

machine Acceptor {
  var learner: machine;
  var promised: int;
  var vote: tVote;

  start state Serving {
    entry (whom: machine) { learner = whom; }
    on ePrepare do (asked: (ballot: int, from: machine)) {
      if (asked.ballot <= promised) return;
      promised = asked.ballot;
      send asked.from, ePromise, (ballot = asked.ballot, vote = vote);
    }
    on eAccept do (proposal: tVote) {
      if (proposal.ballot < promised) return;
      promised = proposal.ballot;
      vote = proposal;
      send learner, eAccepted, proposal;
    }
  }
}

machine Learner {
  var votes: map[int, int];  // by ballot: how many
  var learned: int;

  start state Learning {
    on eAccepted do (vote: tVote) {
      if (!(vote.ballot in votes)) votes[vote.ballot] = 0;
      votes[vote.ballot] = votes[vote.ballot] + 1;
      if (2 * votes[vote.ballot] > acceptors) {
        assert learned == 0 || learned == vote.value, "two values are chosen";
        learned = vote.value;
      }
    }
  }
}

test param (rounds in [1, 2], acceptors in [3]) tcPaxos [main=Main]: { Main, Proposer, Acceptor, Learner };
