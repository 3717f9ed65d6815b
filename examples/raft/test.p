param nServers: int;
param nRequests: int;
param nTimeouts: int;

type tPlan = (servers: int, requests: int, timeouts: int, restarts: int);

// Sets up a cluster of two or more servers and lets election timeouts strike, from the last
// server down and round again. Who will try to lead gets the requests of the clients, in turn.
fun Launch(plan: tPlan) {
  var c: seq[machine];
  var members: set[machine];
  var s: machine;
  var candidates: seq[machine];
  var i: int;
  while (i < plan.servers) {
    s = new Server();
    c += (0, s);
    members += (s);
    i = i + 1;
  }
  foreach (s in c) send s, eJoin, members;
  i = 0;
  while (i < plan.timeouts) {
    candidates += (i, c[i % plan.servers]);
    i = i + 1;
  }
  i = 0;
  while (i < plan.requests) {
    send candidates[i % plan.timeouts], eClientRequest, i + 1;
    i = i + 1;
  }
  foreach (s in candidates) send s, eElectionTimeout;
  i = 0;
  while (i < plan.restarts) {
    send choose(c), eRestart;
    i = i + 1;
  }
}

// One candidate, so one leader, with two entries to replicate.
machine Calm {
  start state Go { entry { Launch((servers = 3, requests = 2, timeouts = 1, restarts = 0)); } }
}

// A leader is challenged while it works, and any of the servers crashes and restarts.
machine Trouble {
  start state Go { entry { Launch((servers = 3, requests = 1, timeouts = 2, restarts = 1)); } }
}

machine AnyPlan {
  start state Go {
    entry {
      Launch((servers = nServers, requests = nRequests, timeouts = nTimeouts, restarts = 0));
    }
  }
}

// expect: holds
test tcCalm [main=Calm]:
  assert ElectionSafety, StateMachineSafety, LeaderCompleteness, EveryServerApplies in
    { Server, Calm };

// expect: holds
test tcTrouble [main=Trouble]:
  assert ElectionSafety, StateMachineSafety, LeaderCompleteness in { Server, Trouble };

// Two timeouts and two requests: both leaders write. Three timeouts: a split vote, or in a
// cluster of two a second try.
// expect: holds
test param (nServers in [2, 3], nRequests in [0, 1, 2], nTimeouts in [1, 2, 3])
  assume (nServers == 2 || nTimeouts < 3 || nRequests == 0) tcAnyPlan [main=AnyPlan]:
  assert ElectionSafety, StateMachineSafety, LeaderCompleteness in { Server, AnyPlan };

// With two candidates nobody may get through: the vote is split, and no third timeout comes.
// expect: violated: Replicating
test tcNoPromise [main=Trouble]: assert EveryServerApplies in { Server, Trouble };
