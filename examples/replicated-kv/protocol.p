// A key-value store on three replicas, without a leader: every operation asks a majority.
//
// Messages may be lost and replicas may stop, so nobody can wait for all answers. But any two
// majorities have a replica in common: whoever asks a majority hears of everything that was stored
// at a majority before. Each value carries a version, and both operations take two rounds:
//   1. query a majority, and take the newest cell among the answers;
//   2. store at a majority: a write its own value under a newer version, a read what it found.
// That a read has to write looks odd, but without it a value that only a minority has could be
// read, and then be unread again.
//
// Every operation is run by a coordinator made for it alone, so that late answers to one operation
// cannot be mistaken for answers to the next; they find the coordinator gone.

enum tKind { READ, WRITE }
type tOp = (kind: tKind, key: int, value: int);
type tCell = (version: int, value: int);
type tAnswer = (replica: machine, cell: tCell);
type tNet = (replicas: seq[machine], lossy: bool);
type tClientConfig = (id: int, net: tNet, script: seq[tOp]);
type tCoordinatorConfig = (client: machine, id: int, net: tNet, op: tOp);

// coordinator -> replica
event eQuery: (coordinator: machine, key: int);
event eStore: (coordinator: machine, key: int, cell: tCell);

// replica -> coordinator, with the replica's name
event eQueryReply: tAnswer;
event eStoreAck: machine;

// coordinator -> client
event eResult: tCell;

// announced by the client, for the specs: an operation begins, and ends
event eInvoke: (client: machine, op: tOp);
event eReturn: (client: machine, op: tOp, cell: tCell);

// Versions are ordered by a counter first, and by the writer's number where counters are equal, so
// that two writers never choose the same one. Both are packed into one number.
fun NextVersion(version: int, writer: int): int {
  return (version / 10 + 1) * 10 + writer;
}

// The replicas that a round of messages reaches: all of them, or, on a lossy network, all but one.
// The loss matters: where queues never lose anything, a finished write is in the queue of every
// replica before the query of any later operation, and a "majority" of one would go unnoticed.
fun Reached(net: tNet): seq[machine] {
  var reached: seq[machine];
  reached = net.replicas;
  if (net.lossy) {
    reached -= (choose(sizeof(reached)));
  }
  return reached;
}

fun Newer(a: tCell, b: tCell): tCell {
  if (a.version > b.version) {
    return a;
  }
  return b;
}

// A replica decides nothing. It answers, and never goes back to an older version.
machine Replica {
  var cells: map[int, tCell];

  start state Serving {
    on eQuery do (query: (coordinator: machine, key: int)) {
      send query.coordinator, eQueryReply, (replica = this, cell = Cell(query.key));
    }
    on eStore do (store: (coordinator: machine, key: int, cell: tCell)) {
      cells[store.key] = Newer(store.cell, Cell(store.key));
      send store.coordinator, eStoreAck, this;
    }
  }

  fun Cell(key: int): tCell {
    if (key in cells) {
      return cells[key];
    }
    return default(tCell);
  }
}

machine Coordinator {
  var client: machine;
  var id: int;
  var net: tNet;
  var op: tOp;
  var heard: set[machine];   // who has answered in this round
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
      if (IsMajority()) {
        heard = default(set[machine]);
        goto Storing;
      }
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
    on eStoreAck do (replica: machine) {
      heard += (replica);
      if (IsMajority()) {
        send client, eResult, newest;
        raise halt;
      }
    }
    ignore eQueryReply;   // the slow minority of the first round
  }

  fun IsMajority(): bool {
    return 2 * sizeof(heard) > sizeof(net.replicas);
  }
}

// Works through a script, one operation at a time.
machine Client {
  var id: int;
  var net: tNet;
  var script: seq[tOp];

  start state Start {
    entry (config: tClientConfig) {
      id = config.id;
      net = config.net;
      script = config.script;
      goto Asking;
    }
  }

  state Asking {
    entry {
      if (sizeof(script) == 0) {
        return;
      }
      announce eInvoke, (client = this, op = script[0]);
      new Coordinator((client = this, id = id, net = net, op = script[0]));
    }
    on eResult do (cell: tCell) {
      announce eReturn, (client = this, op = script[0], cell = cell);
      script -= (0);
      goto Asking;
    }
  }
}
