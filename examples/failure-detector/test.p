param nNodes: int;
param nRounds: int;
param nCrashes: int;

type tPlan = (nodes: int, rounds: int, crashes: int);

// Builds the system, then lets time pass and nodes crash. The last tick comes after the last
// crash: a detector that never looks again cannot find anything.
fun RunWorld(plan: tPlan) {
  var nodes: set[machine];
  var alive: set[machine];
  var detector: machine;
  var victim: machine;
  while (sizeof(nodes) < plan.nodes) nodes += (new Node());
  detector = new Detector((nodes = nodes, dashboard = new Dashboard()));
  alive = nodes;
  while (plan.rounds > 0) {
    if (plan.crashes > 0 && $) {
      victim = choose(alive);
      alive -= (victim);
      plan.crashes = plan.crashes - 1;
      send victim, eCrash, victim;
    }
    send detector, eTick;
    plan.rounds = plan.rounds - 1;
  }
}

machine Peace {
  start state Go {
    entry { RunWorld((nodes = 2, rounds = 2, crashes = 0)); }
  }
}

machine Misfortune {
  start state Go {
    entry { RunWorld((nodes = 2, rounds = 3, crashes = 2)); }
  }
}

machine AnyWorld {
  start state Go {
    entry { RunWorld((nodes = nNodes, rounds = nRounds, crashes = nCrashes)); }
  }
}

module System = { Detector, Node, Timer, Dashboard };

// Nobody crashes: every suspicion is an error and must be withdrawn.
// expect: holds
test tcPeace [main=Peace]:
  assert TrustIsEarned, Completeness, EventualAccuracy in (union System, { Peace });

// Any of two nodes, or both, crash during three rounds.
// expect: holds
test tcMisfortune [main=Misfortune]:
  assert TrustIsEarned, Completeness, EventualAccuracy in (union System, { Misfortune });

// expect: holds
test param (nNodes in [1, 2, 3], nRounds in [1, 2], nCrashes in [0, 1]) tcAnyWorld [main=AnyWorld]:
  assert TrustIsEarned, Completeness, EventualAccuracy in (union System, { AnyWorld });

// No timeout is long enough to be sure.
// expect: violated: a living node is suspected
test tcNotPerfect [main=Misfortune]: assert PerfectAccuracy in (union System, { Misfortune });
