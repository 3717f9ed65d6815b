// Chains of one to three nodes, one or two clients, and at most one crash.

param nNodes: int;
param nWrites: int;

fun Write(key: int, value: int): tOp {
  return (isWrite = true, key = key, value = value);
}

fun Read(key: int): tOp {
  return (isWrite = false, key = key, value = 0);
}

// A chain of this many nodes. When `crash` is set one of them stops at some moment.
fun MakeChain(length: int, crash: bool): machine {
  var nodes: seq[machine];
  var master: machine;
  while (sizeof(nodes) < length) {
    nodes += (sizeof(nodes), new Node());
  }
  master = new Master(nodes);
  if (crash) {
    new Saboteur((nodes = nodes, master = master));
  }
  return master;
}

fun MakeClient(master: machine, first: tOp, second: tOp) {
  var script: seq[tOp];
  script += (0, first);
  script += (1, second);
  new Client((master = master, script = script));
}

machine Saboteur {
  start state Strike {
    entry (target: (nodes: seq[machine], master: machine)) {
      send choose(target.nodes), eCrash, target.master;
    }
  }
}

// One client that writes and then reads what it wrote, several times.
machine ReadYourWrites {
  start state Go {
    entry {
      var script: seq[tOp];
      while (sizeof(script) < 2 * nWrites) {
        script += (sizeof(script), Write(0, sizeof(script)));
        script += (sizeof(script), Read(0));
      }
      new Client((master = MakeChain(nNodes, false), script = script));
    }
  }
}

machine WriterAndReader {
  start state Go {
    entry {
      var master: machine;
      master = MakeChain(3, false);
      MakeClient(master, Write(0, 1), Write(1, 2));
      MakeClient(master, Read(1), Read(0));
    }
  }
}

machine CrashUnderOneClient {
  start state Go {
    entry {
      MakeClient(MakeChain(nNodes, true), Write(0, 1), Read(0));
    }
  }
}

machine CrashUnderTwoClients {
  start state Go {
    entry {
      var master: machine;
      master = MakeChain(2, true);
      MakeClient(master, Write(0, 1), Read(0));
      MakeClient(master, Write(0, 2), Read(0));
    }
  }
}

module Chain = { Master, Node, Client, Saboteur };

// expect: holds
test param (nNodes in [1, 2, 3], nWrites in [1, 2]) tcReadYourWrites [main=ReadYourWrites]:
  assert FreshReads, OneHistory, EveryOpIsAnswered in (union Chain, { ReadYourWrites });

// expect: holds
test tcWriterAndReader [main=WriterAndReader]:
  assert FreshReads, OneHistory, EveryOpIsAnswered in (union Chain, { WriterAndReader });

// expect: holds
test param (nNodes in [2, 3]) tcCrashUnderOneClient [main=CrashUnderOneClient]:
  assert FreshReads, OneHistory, EveryOpIsAnswered in (union Chain, { CrashUnderOneClient });

// expect: holds
test tcCrashUnderTwoClients [main=CrashUnderTwoClients]:
  assert FreshReads, OneHistory, EveryOpIsAnswered in (union Chain, { CrashUnderTwoClients });
