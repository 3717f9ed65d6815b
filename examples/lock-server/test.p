// A server, a storage and a few clients.

param nClients: int;
param crashes: bool;

fun MakeClients(clients: int, tries: int, mayCrash: bool) {
  var server: machine;
  var storage: machine;
  server = new LockServer();
  storage = new Storage();
  while (clients > 0) {
    new Client((server = server, storage = storage, tries = tries, mayCrash = mayCrash));
    clients = clients - 1;
  }
}

machine TwoClients {
  start state Go {
    entry {
      MakeClients(2, 2, false);
    }
  }
}

machine SomeClients {
  start state Go {
    entry {
      MakeClients(nClients, 1, crashes);
    }
  }
}

module Locking = { LockServer, LeaseTimer, Storage, Client };

// expect: holds
test tcTwoClients [main=TwoClients]:
  assert NoStaleWrite, OneLease, EveryoneIsServed in (union Locking, { TwoClients });

// expect: holds
test param (nClients in [1, 2, 3], crashes in [false, true]) tcSomeClients [main=SomeClients]:
  assert NoStaleWrite, OneLease, EveryoneIsServed in (union Locking, { SomeClients });
