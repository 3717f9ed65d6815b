// Chain replication: strong consistency from a line of servers.
//
// A write enters at the head and is handed down the chain, each node applying it before the next;
// when the tail has applied it, every node has, and the tail answers the client. A read is served
// by the tail alone: whatever the tail knows, everybody knows. Acknowledgements travel back up, so
// that a node can forget what it would have to repeat if its successor died.
//
// Nodes fail by stopping, and the master notices. It closes the gap in the chain and tells the
// clients, who repeat what they have not been answered. Each of the three places heals differently:
//   head    the second node takes over; what the old head passed on is safe, what not is repeated
//   tail    the last but one takes over; all it has handed down now counts as written
//   middle  its neighbours meet, and the upper one repeats what was lost between them

type tOp = (isWrite: bool, key: int, value: int);
type tTicket = (client: machine, id: int);     // names an operation: who asked, and its number
type tWrite = (ticket: tTicket, key: int, value: int);
type tRead = (ticket: tTicket, key: int);
type tUpdate = (version: int, write: tWrite);  // a write, with its place in the order of writes
type tCell = (version: int, value: int);       // what is stored under a key, and since which write
type tDone = (ticket: tTicket, key: int, cell: tCell);
type tLinks = (pred: machine, succ: machine);  // null at the ends of the chain
type tEnds = (head: machine, tail: machine);
type tClientConfig = (master: machine, script: seq[tOp]);

// client -> chain -> client
event eWrite: tWrite;
event eRead: tRead;
event eWriteDone: tDone;
event eReadDone: tDone;

// along the chain
event eUpdate: tUpdate;
event eAck: int;               // all updates up to this version are known to the tail

// the master's messages
event eJoin: machine;          // a client asks for the chain
event eChain: tEnds;           // the chain as it is now
event eLinks: tLinks;          // a node learns its neighbours
event eCrash: machine;         // a node must stop, and this machine gets to know
event eCrashed: machine;

// announced: a node has applied an update
event eApplied: (node: machine, version: int, ticket: tTicket);

// What the tail tells the client about a write.
fun Result(update: tUpdate): tDone {
  return (
    ticket = update.write.ticket,
    key = update.write.key,
    cell = (version = update.version, value = update.write.value));
}

// What of these updates the tail does not yet know, when it knows all up to the version.
fun NewerThan(updates: seq[tUpdate], version: int): seq[tUpdate] {
  while (sizeof(updates) > 0 && updates[0].version <= version) {
    updates -= (0);
  }
  return updates;
}

// Whether a client's write has been seen, from the number of each client's last write.
fun IsRepeated(seen: map[machine, int], ticket: tTicket): bool {
  return ticket.client in seen && seen[ticket.client] >= ticket.id;
}

machine Master {
  var chain: seq[machine];
  var clients: seq[machine];

  start state Watching {
    entry (nodes: seq[machine]) {
      var i: int;
      chain = nodes;
      i = sizeof(chain);
      while (i > 0) {
        i = i - 1;
        SendLinks(i);
      }
    }
    on eJoin do (client: machine) {
      clients += (sizeof(clients), client);
      send client, eChain, Ends();
    }
    on eCrashed do (node: machine) {
      var client: machine;
      var i: int;
      while (chain[i] != node) {
        i = i + 1;
      }
      chain -= (i);
      // The lower neighbour first: it must know whom to acknowledge what the upper one repeats.
      if (i < sizeof(chain)) {
        SendLinks(i);
      }
      if (i > 0) {
        SendLinks(i - 1);
      }
      foreach (client in clients) {
        send client, eChain, Ends();
      }
    }
  }

  fun SendLinks(i: int) {
    var links: tLinks;
    if (i > 0) {
      links.pred = chain[i - 1];
    }
    if (i + 1 < sizeof(chain)) {
      links.succ = chain[i + 1];
    }
    send chain[i], eLinks, links;
  }

  fun Ends(): tEnds {
    return (head = chain[0], tail = chain[sizeof(chain) - 1]);
  }
}

machine Node {
  var pred: machine;
  var succ: machine;
  var cells: map[int, tCell];
  var applied: int;                 // version of the last update applied
  var seen: map[machine, int];      // the number of each client's last write
  var unacked: seq[tUpdate];        // handed down, not yet known to have reached the tail

  start state Unlinked {
    defer eCrash;
    on eLinks goto Serving with Relink;
  }

  state Serving {
    on eWrite do (write: tWrite) {
      assert pred == null, "a write must go to the head";
      // A client that was not answered in time repeats itself; the first copy may have got through.
      if (!IsRepeated(seen, write.ticket)) {
        Apply((version = applied + 1, write = write));
      }
    }
    on eUpdate do (update: tUpdate) {
      if (update.version > applied) {
        assert update.version == applied + 1, "a node skipped an update";
        Apply(update);
      } else if (sizeof(unacked) == 0 || unacked[0].version > update.version) {
        // Known here and at the tail: the node that we told so has died with the news.
        send pred, eAck, update.version;
      }
    }
    on eAck do (version: int) {
      unacked = NewerThan(unacked, version);
      if (pred != null) {
        send pred, eAck, version;
      }
    }
    on eRead do (read: tRead) {
      var cell: tCell;
      assert succ == null, "a read must go to the tail";
      if (read.key in cells) {
        cell = cells[read.key];
      }
      send read.ticket.client, eReadDone, (ticket = read.ticket, key = read.key, cell = cell);
    }
    on eLinks do Relink;
    // Fail-stop: whatever this node has sent is out, whatever it has not handled is lost.
    on eCrash do (watcher: machine) {
      send watcher, eCrashed, this;
      raise halt;
    }
  }

  fun Apply(update: tUpdate) {
    applied = update.version;
    seen[update.write.ticket.client] = update.write.ticket.id;
    cells[update.write.key] = Result(update).cell;
    announce eApplied, (node = this, version = update.version, ticket = update.write.ticket);
    if (succ == null) {
      Commit(update);
    } else {
      unacked += (sizeof(unacked), update);
      send succ, eUpdate, update;
    }
  }

  // At the tail: the update has passed every node.
  fun Commit(update: tUpdate) {
    send update.write.ticket.client, eWriteDone, Result(update);
    if (pred != null) {
      send pred, eAck, update.version;
    }
  }

  fun Relink(links: tLinks) {
    var update: tUpdate;
    pred = links.pred;
    if (links.succ == succ) {
      return;
    }
    succ = links.succ;
    if (succ != null) {
      foreach (update in unacked) {
        send succ, eUpdate, update;   // the new successor drops what it has
      }
    } else {
      foreach (update in unacked) {
        Commit(update);               // this node is the tail now, and has applied them all
      }
      unacked = default(seq[tUpdate]);
    }
  }
}

// Works through a script, one operation at a time.
machine Client {
  var script: seq[tOp];
  var ends: tEnds;
  var next: int;   // the operation under way, and its number

  start state Joining {
    entry (config: tClientConfig) {
      script = config.script;
      send config.master, eJoin, this;
    }
    on eChain goto Asking with (chain: tEnds) {
      ends = chain;
    }
  }

  state Asking {
    entry {
      if (next == sizeof(script)) {
        goto Done;
      }
      Ask();
    }
    on eChain do (chain: tEnds) {
      ends = chain;
      Ask();   // the question, or the answer to it, may have died with the node
    }
    on eWriteDone, eReadDone do (done: tDone) {
      // A repeated question may be answered twice: the second answer has an old number.
      if (done.ticket.id == next) {
        next = next + 1;
        goto Asking;
      }
    }
  }

  state Done {
    // A read may be answered twice, by the old tail and by the new one. A write may not: the tail
    // answers and acknowledges in one breath, so its heir knows what has been answered.
    ignore eChain, eReadDone;
  }

  fun Ask() {
    var op: tOp;
    var ticket: tTicket;
    op = script[next];
    ticket = (client = this, id = next);
    if (op.isWrite) {
      send ends.head, eWrite, (ticket = ticket, key = op.key, value = op.value);
    } else {
      send ends.tail, eRead, (ticket = ticket, key = op.key);
    }
  }
}
