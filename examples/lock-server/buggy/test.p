// The right clients, with a wrong storage or a wrong server.

fun MakeBuggySystem(clients: int) {
  var server: machine;
  var storage: machine;
  server = new LockServer();
  storage = new Storage();
  while (clients > 0) {
    new Client((server = server, storage = storage, tries = 1, mayCrash = false));
    clients = clients - 1;
  }
}

machine BuggyOne {
  start state Go {
    entry {
      MakeBuggySystem(1);
    }
  }
}

machine BuggyTwo {
  start state Go {
    entry {
      MakeBuggySystem(2);
    }
  }
}

module Unfenced = { LockServer, LeaseTimer, TrustingStorage -> Storage, Client };
module Forgetful = { ForgetfulLockServer -> LockServer, LeaseTimer, Storage, Client };

// expect: violated: a write under an old lease was accepted
test tcUnfenced [main=BuggyTwo]:
  assert NoStaleWrite in (union Unfenced, { BuggyTwo });

// One client alone can do no harm ...
// expect: holds
test tcForgetfulOneClient [main=BuggyOne]:
  assert NoStaleWrite, OneLease, EveryoneIsServed in (union Forgetful, { BuggyOne });

// ... two can: the symptom ...
// expect: violated: a write under an old lease was accepted
test tcForgetfulStaleWrite [main=BuggyTwo]:
  assert NoStaleWrite in (union Forgetful, { BuggyTwo });

// ... and the cause.
// expect: violated: a fencing token was used again
test tcForgetfulToken [main=BuggyTwo]:
  assert OneLease in (union Forgetful, { BuggyTwo });
