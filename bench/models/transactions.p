// One transaction after the other by two-phase commit, for ever: each is decided.
//
// A participant that is asked may be busy, and asks itself again later.  It may be busy any number of
// times, but not for ever: the choice is fair.  So the spec is hot on cycles of every participant and of
// all of them together, and none of these cycles is fair.  With $ instead of $$ it is violated.

event ePrepare: machine;  // coordinator -> participant: who asks
event eLater;             // participant -> itself: it was busy
event eVote: bool;        // participant -> coordinator
event eDecision: bool;    // coordinator -> participant
event eAck;               // participant -> coordinator
event eBegin;             // announced: a transaction begins
event eDecided;           // ... and is decided

param participants: int;
param patient: bool;

machine Coordinator {
  var all: set[machine];
  var count: int;  // votes, then acknowledgements
  var ok: bool;    // no vote was no

  start state Boot {
    entry (everybody: set[machine]) {
      all = everybody;
      goto Voting;
    }
  }

  state Voting {
    entry {
      var p: machine;
      count = 0;
      ok = true;
      announce eBegin;
      foreach (p in all) send p, ePrepare, this;
    }
    on eVote do (yes: bool) {
      count = count + 1;
      ok = ok && yes;
      if (count == sizeof(all)) goto Deciding;
    }
  }

  state Deciding {
    entry {
      var p: machine;
      count = 0;
      announce eDecided;
      foreach (p in all) send p, eDecision, ok;
      ok = true;
    }
    on eAck do {
      count = count + 1;
      if (count == sizeof(all)) goto Voting;
    }
  }
}

machine Participant {
  var coordinator: machine;

  start state Working {
    on ePrepare do (asker: machine) {
      coordinator = asker;
      Vote();
    }
    on eLater do Vote;
    on eDecision do (commits: bool) { send coordinator, eAck; }
  }

  fun Vote() {
    if (IsBusy())
      send this, eLater;
    else
      send coordinator, eVote, $;
  }

  fun IsBusy(): bool {
    if (patient) return $$;
    return $;
  }
}

machine Main {
  start state Go {
    entry {
      var all: set[machine];
      while (sizeof(all) < participants) all += (new Participant());
      new Coordinator(all);
    }
  }
}

spec EachIsDecided observes eBegin, eDecided {
  start cold state Idle { on eBegin goto Open; }
  hot state Open { on eDecided goto Idle; }
}

test param (participants in [2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20], patient in [true, false]) tcTransactions [main=Main]:
  assert EachIsDecided in { Main, Coordinator, Participant };
