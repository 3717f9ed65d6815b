// Safety: a term has at most one leader.
spec ElectionSafety observes eLeads {
  var leaders: map[int, machine];

  start state Watching {
    on eLeads do (l: tLeadership) {
      assert !(l.term in leaders), format("term {0} has two leaders", l.term);
      leaders[l.term] = l.server;
    }
  }
}

// Safety: no two servers apply different entries at the same index.
spec StateMachineSafety observes eApplied {
  var applied: map[int, tEntry];

  start state Watching {
    on eApplied do (a: tApplied) {
      assert !(a.index in applied) || applied[a.index] == a.item,
        format("two servers apply different entries at index {0}", a.index);
      applied[a.index] = a.item;
    }
  }
}

// Safety: an entry that is committed in some term is in the log of all leaders of later terms.
// The leader that commits an entry is the first to apply it, and does so in its own term.
spec LeaderCompleteness observes eLeads, eApplied {
  var committed: map[int, (term: int, item: tEntry)];  // by index

  start state Watching {
    on eApplied do (a: tApplied) {
      if (!(a.index in committed)) committed[a.index] = (term = a.term, item = a.item);
    }
    on eLeads do (l: tLeadership) {
      var i: int;
      foreach (i in keys(committed)) {
        assert l.term <= committed[i].term
            || (sizeof(l.log) >= i && l.log[i - 1] == committed[i].item),
          format("the leader of term {0} lacks the committed entry {1}", l.term, i);
      }
    }
  }
}

// Liveness, for tests with a single candidate: what clients ask for reaches every server.
spec EveryServerApplies observes eJoin, eClientRequest, eApplied {
  var servers: int;
  var requests: int;
  var applied: set[(machine, int)];  // server and index

  start cold state Idle {
    on eJoin do (cluster: set[machine]) { servers = sizeof(cluster); }
    on eClientRequest do Expect;
    on eApplied do Note;
  }

  hot state Replicating {
    on eClientRequest do Expect;
    on eApplied do Note;
  }

  fun Expect() {
    requests = requests + 1;
    goto Replicating;
  }

  fun Note(a: tApplied) {
    applied += ((a.server, a.index));
    if (sizeof(applied) == servers * requests) goto Idle;
  }
}
