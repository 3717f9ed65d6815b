// One or two proposers with a ballot each, three acceptors, one learner. If asked to, it restarts
// an acceptor, at any time.
fun LaunchFlawed(proposers: int, restart: bool) {
  var acceptors: set[machine];
  var learners: set[machine];
  var p: int;
  var ballots: seq[int];
  learners += (new Learner(3));
  while (sizeof(acceptors) < 3) acceptors += (new Acceptor(learners));
  ballots += (0, 0);
  while (p < proposers) {
    p = p + 1;
    ballots[0] = p;
    new Proposer((acceptors = acceptors, value = 100 + p, ballots = ballots));
  }
  if (restart) send acceptors[0], eRestart;
}

machine LoneProposer {
  start state Go {
    entry { LaunchFlawed(1, true); }
  }
}

machine FlawedDuel {
  start state Go {
    entry { LaunchFlawed(2, false); }
  }
}

machine FlawedRestart {
  start state Go {
    entry { LaunchFlawed(2, true); }
  }
}

module Headstrong = { HeadstrongProposer -> Proposer, Acceptor, Learner };
module Forgetful = { Proposer, ForgetfulAcceptor -> Acceptor, Learner };

// A proposer that is alone makes no trouble.
// expect: holds
test tcHeadstrongAlone [main=LoneProposer]:
  assert Agreement, Validity, Progress in (union Headstrong, { LoneProposer });

// expect: violated: are chosen
test tcHeadstrong [main=FlawedDuel]:
  assert Agreement in (union Headstrong, { FlawedDuel });

// As long as nobody restarts, memory is as good as a disk.
// expect: holds
test tcForgetfulAwake [main=FlawedDuel]:
  assert Agreement, Validity in (union Forgetful, { FlawedDuel });

// expect: violated: are chosen
test tcForgetful [main=FlawedRestart]:
  assert Agreement in (union Forgetful, { FlawedRestart });
