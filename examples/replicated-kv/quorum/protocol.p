// The coordinator again, with Synod's quorum transitions: the handler waits until two messages of
// two different senders are there, and takes both in one step. Two of three is a majority.
//
// Compare it with the coordinator in ../protocol.p. The set of replicas heard, the counting and the
// half-finished rounds are gone, from the code and from the state space: between "nobody has
// answered" and "a majority has" there is nothing left to explore.

machine QuorumCoordinator {
  var client: machine;
  var id: int;
  var net: tNet;
  var op: tOp;
  var newest: tCell;

  start state Start {
    entry (config: tCoordinatorConfig) {
      client = config.client;
      id = config.id;
      net = config.net;
      op = config.op;
      goto Querying;
    }
  }

  state Querying {
    entry {
      var replica: machine;
      foreach (replica in Reached(net)) {
        send replica, eQuery, (coordinator = this, key = op.key);
      }
    }
    on quorum (2) eQueryReply do (answers: seq[tAnswer]) {
      newest = Newer(answers[0].cell, answers[1].cell);
      goto Storing;
    }
  }

  state Storing {
    entry {
      var replica: machine;
      if (op.kind == WRITE) {
        newest = (version = NextVersion(newest.version, id), value = op.value);
      }
      foreach (replica in Reached(net)) {
        send replica, eStore, (coordinator = this, key = op.key, cell = newest);
      }
    }
    on quorum (2) eStoreAck do (stored: seq[machine]) {
      assert stored[0] != stored[1], "one replica is not a quorum";
      send client, eResult, newest;
      raise halt;
    }
    ignore eQueryReply;
  }
}
