event eRing: int;  // announced by the tests: a ring of this size, with ids from 1 up to the size

// Safety: nobody takes the lead from somebody else.
spec OneLeader observes eElected {
  start state Nobody {
    on eElected goto Somebody;
  }

  state Somebody {
    on eElected do { assert false, "the ring has two leaders"; }
  }
}

// Safety: the winner, and whom the others take for the winner, is the largest id on the ring.
// This holds no matter who called the election.
spec LargestWins observes eRing, eElected, eLearned {
  var largest: int;

  start state Building {
    on eRing goto Electing with (size: int) { largest = size; }
  }

  state Electing {
    on eElected, eLearned do (id: int) {
      assert id == largest, format("{0} is taken for the leader, but {1} is larger", id, largest);
    }
  }
}

// Liveness: in the end every node knows the leader.
spec EveryoneLearns observes eRing, eLearned {
  var missing: int;

  start cold state NoElection {
    on eRing goto Electing with (size: int) { missing = size; }
  }

  hot state Electing {
    on eLearned do {
      missing = missing - 1;
      if (missing == 0) goto Settled;
    }
  }

  cold state Settled {
    on eLearned do { assert false, "a node has learned of the leader twice"; }
  }
}
