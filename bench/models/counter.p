// Counter, of table 6 of the PSym paper: workers register with a registry, which counts them.
//
// Every worker gets a start message, and answers it by one message to the registry. In a network that
// keeps order per sender and receiver (--network p2p) a worker has its start message before it, or
// the registry has the worker's message before it, or neither: 3^N states, and those in which
// machines are started one by one.

event eStart: machine;  // main -> worker: the registry
event eRegister;        // worker -> registry

param workers: int;

machine Registry {
  var count: int;
  var limit: int;

  start state Counting {
    entry (expected: int) { limit = expected; }
    on eRegister do {
      count = count + 1;
      assert count <= limit, "somebody registered twice";
    }
  }
}

machine Worker {
  start state Idle {
    on eStart goto Registered with (registry: machine) { send registry, eRegister; }
  }
  state Registered {}
}

machine Main {
  start state Go {
    entry {
      var registry: machine;
      var all: seq[machine];
      var w: machine;
      registry = new Registry(workers);
      while (sizeof(all) < workers) all += (sizeof(all), new Worker());
      foreach (w in all) send w, eStart, registry;
    }
  }
}

test param (workers in [2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30]) tcCounter [main=Main]:
  { Main, Registry, Worker };
