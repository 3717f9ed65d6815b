// A node with a short memory: it keeps what its successor has not acknowledged, and when it
// becomes the tail it answers for all of it. But when it gets a new successor it starts with a
// clean slate, and what the dead node had not handed on is lost. Nothing shows as long as nobody
// fails, or as long as a head or a tail fails: only a crash in the middle needs the repetition.

machine AmnesiacNode {
  var pred: machine;
  var succ: machine;
  var cells: map[int, tCell];
  var applied: int;
  var seen: map[machine, int];
  var unacked: seq[tUpdate];

  start state Unlinked {
    defer eCrash;
    on eLinks goto Serving with Relink;
  }

  state Serving {
    on eWrite do (write: tWrite) {
      if (!IsRepeated(seen, write.ticket)) {
        Apply((version = applied + 1, write = write));
      }
    }
    on eUpdate do (update: tUpdate) {
      if (update.version > applied) {
        assert update.version == applied + 1, "a node skipped an update";
        Apply(update);
      } else if (sizeof(unacked) == 0 || unacked[0].version > update.version) {
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
      if (read.key in cells) {
        cell = cells[read.key];
      }
      send read.ticket.client, eReadDone, (ticket = read.ticket, key = read.key, cell = cell);
    }
    on eLinks do Relink;
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
    if (succ == null) {
      foreach (update in unacked) {
        Commit(update);
      }
    }
    unacked = default(seq[tUpdate]);   // the mistake: a new successor needs them
  }
}
