// A coordinator that saves a round: a read queries a majority, takes the newest cell, and answers.
// "A read does not change anything, so why should it store?"
//
// While a write is under way its value may stand at one replica only. A read that happens to ask
// that replica returns the new value, and a later read that asks the two others returns the old
// one: time runs backwards for whoever reads twice.

machine LazyCoordinator {
  var client: machine;
  var id: int;
  var net: tNet;
  var op: tOp;
  var heard: set[machine];
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
    on eQueryReply do (answer: tAnswer) {
      newest = Newer(answer.cell, newest);
      heard += (answer.replica);
      if (!IsMajority()) {
        return;
      }
      if (op.kind == READ) {
        send client, eResult, newest;   // the mistake: only a minority may have it
        raise halt;
      }
      heard = default(set[machine]);
      goto Storing;
    }
  }

  state Storing {
    entry {
      var replica: machine;
      newest = (version = NextVersion(newest.version, id), value = op.value);
      foreach (replica in Reached(net)) {
        send replica, eStore, (coordinator = this, key = op.key, cell = newest);
      }
    }
    on eStoreAck do (replica: machine) {
      heard += (replica);
      if (IsMajority()) {
        send client, eResult, newest;
        raise halt;
      }
    }
    ignore eQueryReply;
  }

  fun IsMajority(): bool {
    return 2 * sizeof(heard) > sizeof(net.replicas);
  }
}
