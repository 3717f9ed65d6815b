// Workers report by themselves, and the master answers each of them. Who is first does not matter: all
// workers are alike, so every order leads to the same.

param N: int;

event eHello: machine;    // who reports
event eWelcome: machine;  // who was welcomed

machine Master {
  start state Go {
    entry {
      var workers: set[machine];
      var i: int;

      // Each worker gets a reference to the master when it is created.
      while (sizeof(workers) < N) {
        workers += (new Worker(this));
      }

      while (i < N) {
        receive {
          case eHello: (worker: machine) {
            send worker, eWelcome, worker;
          }
        }
        i = i + 1;
      }
    }
  }
}

machine Worker {
  start state Go {
    entry (master: machine) {
      send master, eHello, this;
      receive {
        case eWelcome: (who: machine) {
          assert who == this, "a welcome for somebody else";
        }
      }
    }
  }
}

// sequential: holds
// expect: holds
test param (N in [0, 1, 2, 3]) tcPingSym [main=Master]: { Master, Worker };

// The mistake: it hears everybody out, and answers nobody.
machine SilentMaster {
  start state Go {
    entry {
      var i: int;
      while (i < N) {
        new Worker(this);
        i = i + 1;
      }
      i = 0;
      while (i < N) {
        receive {
          case eHello: (worker: machine) { }
        }
        i = i + 1;
      }
    }
  }
}

// sequential: deadlock @36
// expect: violated: waits in a receive
test param (N in [1, 2]) tcPingSymSilent [main=SilentMaster]: { SilentMaster, Worker };
