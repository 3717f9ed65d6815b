// A lock, and any number of clients who want it once. The server only answers, for as long as somebody
// asks: its state has a handler, and no entry. A machine like that may wait for ever.

param N: int;

event eLock: machine;     // who wants it
event eGranted;
event eUnlock: machine;   // who gives it back

machine LockServer {
  start state Open {
    on eLock do (client: machine) {
      send client, eGranted;
      // Other requests wait in the queue until the lock is back.
      receive {
        case eUnlock: (who: machine) {
          assert who == client, "somebody gave back a lock that another one holds";
        }
      }
    }
  }
}

machine Client {
  start state Go {
    entry (server: machine) {
      send server, eLock, this;
      receive { case eGranted: { } }
      send server, eUnlock, this;
    }
  }
}

machine Main {
  start state Go {
    entry {
      var server: machine;
      var i: int;
      server = new LockServer();
      while (i < N) {
        new Client(server);
        i = i + 1;
      }
    }
  }
}

// sequential: holds
// expect: holds
test param (N in [0, 1, 2, 3]) tcLockServer [main=Main]: { Main, LockServer, Client };

// The mistake: it keeps the lock. The server waits for it, and so do all the others.
machine GreedyClient {
  start state Go {
    entry (server: machine) {
      send server, eLock, this;
      receive { case eGranted: { } }
    }
  }
}

// sequential: deadlock @15
// expect: violated: waits in a receive
test param (N in [1, 2]) tcLockServerGreedy [main=Main]: { Main, LockServer, GreedyClient -> Client };

// The mistake: it gives the lock back in advance, in case it forgets later.
machine HastyClient {
  start state Go {
    entry (server: machine) {
      send server, eLock, this;
      send server, eUnlock, this;
      receive { case eGranted: { } }
    }
  }
}

// With one client this goes well. With two, one may give back what the other one holds.
// sequential: race @15
// expect: violated: gave back a lock
test param (N in [2]) tcLockServerHasty [main=Main]: { Main, LockServer, HastyClient -> Client };
