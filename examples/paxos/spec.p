// Safety: all learners, at all times, learn the same value.
spec Agreement observes eLearned {
  var chosen: int;

  start state Open {
    on eLearned goto Chosen with (l: tLearned) { chosen = l.value; }
  }

  state Chosen {
    on eLearned do (l: tLearned) {
      assert l.value == chosen, format("both {0} and {1} are chosen", chosen, l.value);
    }
  }
}

// Safety: nobody makes a value up.
spec Validity observes eProposed, eLearned {
  var proposed: set[int];

  start state Watching {
    on eProposed do (value: int) { proposed += (value); }
    on eLearned do (l: tLearned) {
      assert l.value in proposed, format("{0} is chosen, but nobody proposed it", l.value);
    }
  }
}

// Liveness: once there is a proposal, something is learned.
//
// Consensus in an asynchronous system cannot promise this (Fischer, Lynch and Paterson, 1985):
// two proposers may outbid each other forever. They need infinitely many ballots for that. Here
// each has a few, and the highest one that is ever begun meets no resistance.
spec Progress observes eProposed, eLearned {
  start cold state Quiet {
    on eProposed goto Undecided;
  }

  hot state Undecided {
    ignore eProposed;
    on eLearned goto Decided;
  }

  cold state Decided {
    ignore eProposed, eLearned;
  }
}
