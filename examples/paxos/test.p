param nProposers: int;
param nAcceptors: int;

fun MakeLearners(count: int, acceptors: int): set[machine] {
  var all: set[machine];
  while (sizeof(all) < count) all += (new Learner(acceptors));
  return all;
}

fun MakeAcceptors(count: int, learners: set[machine]): set[machine] {
  var all: set[machine];
  while (sizeof(all) < count) all += (new Acceptor(learners));
  return all;
}

// Proposer p of n owns the ballots p, p + n, p + 2n, ... and proposes the value 100 + p.
fun MakeProposers(count: int, rounds: int, acceptors: set[machine]) {
  var p: int;
  var ballots: seq[int];
  while (p < count) {
    p = p + 1;
    ballots = default(seq[int]);
    while (sizeof(ballots) < rounds) {
      ballots += (sizeof(ballots), p + count * sizeof(ballots));
    }
    new Proposer((acceptors = acceptors, value = 100 + p, ballots = ballots));
  }
}

machine TwoLearners {
  start state Go {
    entry { MakeProposers(1, 1, MakeAcceptors(3, MakeLearners(2, 3))); }
  }
}

// One acceptor of three goes away, at any time: a majority remains.
machine LostAcceptor {
  start state Go {
    entry {
      var acceptors: set[machine];
      acceptors = MakeAcceptors(3, MakeLearners(1, 3));
      MakeProposers(1, 1, acceptors);
      send acceptors[0], halt;
    }
  }
}

machine Duel {
  start state Go {
    entry { MakeProposers(2, 1, MakeAcceptors(3, MakeLearners(1, 3))); }
  }
}

// Two ballots each, so that a proposer that is outbid comes back.
machine LongDuel {
  start state Go {
    entry { MakeProposers(2, 2, MakeAcceptors(2, MakeLearners(1, 2))); }
  }
}

// An acceptor restarts during a duel.
machine RestartInDuel {
  start state Go {
    entry {
      var acceptors: set[machine];
      acceptors = MakeAcceptors(3, MakeLearners(1, 3));
      MakeProposers(2, 1, acceptors);
      send acceptors[0], eRestart;
    }
  }
}

machine AnySize {
  start state Go {
    entry {
      MakeProposers(nProposers, 1, MakeAcceptors(nAcceptors, MakeLearners(1, nAcceptors)));
    }
  }
}

module Protocol = { Proposer, Acceptor, Learner };

// expect: holds
test tcTwoLearners [main=TwoLearners]:
  assert Agreement, Validity, Progress in (union Protocol, { TwoLearners });

// expect: holds
test tcLostAcceptor [main=LostAcceptor]:
  assert Agreement, Validity, Progress in (union Protocol, { LostAcceptor });

// expect: holds
test tcDuel [main=Duel]: assert Agreement, Validity, Progress in (union Protocol, { Duel });

// expect: holds
test tcLongDuel [main=LongDuel]:
  assert Agreement, Validity, Progress in (union Protocol, { LongDuel });

// expect: holds
test tcRestart [main=RestartInDuel]:
  assert Agreement, Validity, Progress in (union Protocol, { RestartInDuel });

// expect: holds
test param (nProposers in [1, 2, 3], nAcceptors in [1, 2, 3])
  assume (nProposers + nAcceptors < 6) tcAnySize [main=AnySize]:
  assert Agreement, Validity, Progress in (union Protocol, { AnySize });
