// Longer chains for the protocol of examples/chain-replication:
//
//     synod check examples/chain-replication/protocol.p examples/chain-replication/spec.p bench/models/chain.p
//
// Every client writes and then reads what is there; all use one key. With a crash one of the servers stops at some
// moment. The specs are those without hot states.

param servers: int;
param users: int;
param crashes: int;

machine Saboteur {
  start state Strike {
    entry (target: (nodes: seq[machine], master: machine)) {
      send choose(target.nodes), eCrash, target.master;
    }
  }
}

machine Main {
  start state Go {
    entry {
      var nodes: seq[machine];
      var script: seq[tOp];
      var master: machine;
      var i: int;
      while (sizeof(nodes) < servers) nodes += (sizeof(nodes), new Node());
      master = new Master(nodes);
      if (crashes > 0) new Saboteur((nodes = nodes, master = master));
      while (i < users) {
        i = i + 1;
        script = default(seq[tOp]);
        script += (0, (isWrite = true, key = 0, value = i));
        script += (1, (isWrite = false, key = 0, value = 0));
        new Client((master = master, script = script));
      }
    }
  }
}

test param (servers in [3, 4, 5, 6], users in [1, 2, 3], crashes in [0, 1]) tcChain [main=Main]:
  assert FreshReads, OneHistory in { Main, Saboteur, Master, Node, Client };
