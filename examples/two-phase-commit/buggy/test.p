// Acts as the client and as the environment.
fun LaunchHasty(client: machine, transactions: int, crash: bool) {
  var all: set[machine];
  var coordinator: machine;
  var tx: int;
  while (sizeof(all) < 2) all += (new Participant());
  coordinator = new Coordinator(all);
  while (tx < transactions) {
    tx = tx + 1;
    send coordinator, eBegin, (client = client, tx = tx);
  }
  if (crash) {
    send all[0], eCrash;
    send all[0], eRestart;
  }
}

machine HastyOnce {
  start state Go {
    entry { LaunchHasty(this, 1, true); }
    ignore eResult;
  }
}

machine HastyTwice {
  start state Go {
    entry { LaunchHasty(this, 2, false); }
    ignore eResult;
  }
}

// Only the name changes: whoever asks for a Coordinator gets a HastyCoordinator.
module HastyProtocol = { HastyCoordinator -> Coordinator, Participant, Timer };

// A single transaction is safe, even with a crash: a test of one is not enough.
// expect: holds
test tcHastyOnce [main=HastyOnce]:
  assert Atomicity, Unanimity in (union HastyProtocol, { HastyOnce });

// expect: violated: participants disagree on transaction 2
test tcHastyAtomicity [main=HastyTwice]:
  assert Atomicity in (union HastyProtocol, { HastyTwice });

// expect: violated: transaction 2 is committed without everybody's yes
test tcHastyUnanimity [main=HastyTwice]:
  assert Unanimity in (union HastyProtocol, { HastyTwice });

// Nobody is left waiting, though: the mistake costs safety, not liveness.
// expect: holds
test tcHastyLiveness [main=HastyTwice]:
  assert NobodyStaysInDoubt, EveryTransactionEnds in (union HastyProtocol, { HastyTwice });
