// A registry counts those who register, and tells the master when all of them have.

param N: int;

event eMaster: machine;     // to the registry: whom to tell
event eRegistry: machine;   // to a client: where to register
event eRegister: machine;   // who registers
event eComplete;

machine Master {
  start state Go {
    entry {
      var registry: machine;
      var clients: seq[machine];
      var i: int;

      registry = new Registry();
      while (i < N) {
        clients += (i, new Client());
        i = i + 1;
      }

      send registry, eMaster, this;
      i = 0;
      while (i < sizeof(clients)) {
        send clients[i], eRegistry, registry;
        i = i + 1;
      }
      receive { case eComplete: { } }
    }
  }
}

machine Registry {
  start state Go {
    entry {
      var master: machine;
      var i: int;
      receive { case eMaster: (m: machine) { master = m; } }
      while (i < N) {
        receive { case eRegister: (client: machine) { } }
        i = i + 1;
      }
      send master, eComplete;
    }
  }
}

machine Client {
  start state Go {
    entry {
      receive {
        case eRegistry: (registry: machine) {
          send registry, eRegister, this;
        }
      }
    }
  }
}

// sequential: holds
// expect: holds
test param (N in [0, 1, 2, 3]) tcRegistry [main=Master]: { Master, Registry, Client };

// The mistake: it registers twice, to be on the safe side.
machine PushyClient {
  start state Go {
    entry {
      receive {
        case eRegistry: (registry: machine) {
          send registry, eRegister, this;
          send registry, eRegister, this;
        }
      }
    }
  }
}

// sequential: race @41
// expect: violated: no handler
test param (N in [1, 2]) tcRegistryPushy [main=Master]: { Master, Registry, PushyClient -> Client };
