param nParticipants: int;
param nCrashes: int;

// Begins all its transactions at once; the coordinator runs them one after the other.
machine Client {
  start state Start {
    entry (plan: (coordinator: machine, transactions: int)) {
      var tx: int;
      while (tx < plan.transactions) {
        tx = tx + 1;
        send plan.coordinator, eBegin, (client = this, tx = tx);
      }
    }
    ignore eResult;
  }
}

// Takes a participant down and up again, at any time: the scheduler decides when each of the two
// messages arrives.
machine PowerCut {
  start state Strike {
    entry (job: (victim: machine, times: int)) {
      while (job.times > 0) {
        send job.victim, eCrash;
        send job.victim, eRestart;
        job.times = job.times - 1;
      }
      raise halt;
    }
  }
}

// Ends the coordinator for good, at any time between two of its steps.
machine Meteor {
  start state Strike {
    entry (coordinator: machine) {
      send coordinator, halt;
      raise halt;
    }
  }
}

type tPlan = (participants: int, transactions: int, crashes: int, meteor: bool);

fun Launch(plan: tPlan) {
  var all: set[machine];
  var victim: machine;
  var coordinator: machine;
  while (sizeof(all) < plan.participants) {
    victim = new Participant();
    all += (victim);
  }
  coordinator = new Coordinator(all);
  new Client((coordinator = coordinator, transactions = plan.transactions));
  if (plan.crashes > 0) new PowerCut((victim = victim, times = plan.crashes));
  if (plan.meteor) new Meteor(coordinator);
}

machine TwoInARow {
  start state Go {
    entry { Launch((participants = 2, transactions = 2, crashes = 0, meteor = false)); }
  }
}

machine OneCrash {
  start state Go {
    entry { Launch((participants = 2, transactions = 1, crashes = 1, meteor = false)); }
  }
}

machine Lonely {
  start state Go {
    entry { Launch((participants = 1, transactions = 2, crashes = 2, meteor = false)); }
  }
}

machine LostCoordinator {
  start state Go {
    entry { Launch((participants = 2, transactions = 1, crashes = 0, meteor = true)); }
  }
}

machine AnySize {
  start state Go {
    entry {
      Launch((participants = nParticipants, transactions = 1, crashes = nCrashes,
              meteor = false));
    }
  }
}

module Protocol = { Coordinator, Participant, Timer };
module Environment = { Client, PowerCut, Meteor };

// Two transactions one after the other: votes and alarms of the first meet the second.
// expect: holds
test tcTwoInARow [main=TwoInARow]:
  assert Atomicity, Unanimity, NobodyStaysInDoubt, EveryTransactionEnds in
    (union Protocol, Environment, { TwoInARow });

// One of two participants crashes and restarts somewhere in the middle.
// expect: holds
test tcOneCrash [main=OneCrash]:
  assert Atomicity, Unanimity, NobodyStaysInDoubt, EveryTransactionEnds in
    (union Protocol, Environment, { OneCrash });

// A lonely participant crashes twice during two transactions.
// expect: holds
test tcTwoCrashes [main=Lonely]:
  assert Atomicity, Unanimity, NobodyStaysInDoubt, EveryTransactionEnds in
    (union Protocol, Environment, { Lonely });

// The famous weakness: two-phase commit is safe without its coordinator ...
// expect: holds
test tcMeteorIsSafe [main=LostCoordinator]:
  assert Atomicity, Unanimity in (union Protocol, Environment, { LostCoordinator });

// ... but it blocks. Who voted yes waits forever for the word of the dead.
// expect: violated: InDoubt
test tcMeteorBlocks [main=LostCoordinator]:
  assert NobodyStaysInDoubt in (union Protocol, Environment, { LostCoordinator });

// expect: holds
test param (nParticipants in [1, 2, 3], nCrashes in [0, 1])
  assume (nParticipants + nCrashes < 4) tcAnySize [main=AnySize]:
  assert Atomicity, Unanimity, NobodyStaysInDoubt, EveryTransactionEnds in
    (union Protocol, Environment, { AnySize });
