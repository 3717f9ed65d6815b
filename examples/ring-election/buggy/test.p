// Three nodes with the ids 1, 2, 3 along the ring.
fun BuildSleepyRing(): seq[machine] {
  var nodes: seq[machine];
  announce eRing, 3;
  while (sizeof(nodes) < 3) nodes += (sizeof(nodes), new Node(sizeof(nodes) + 1));
  send nodes[0], eWire, nodes[1];
  send nodes[1], eWire, nodes[2];
  send nodes[2], eWire, nodes[0];
  return nodes;
}

machine AllCall {
  start state Go {
    entry {
      var nodes: seq[machine];
      var n: machine;
      nodes = BuildSleepyRing();
      foreach (n in nodes) send n, eStart;
    }
  }
}

machine SomebodyCalls {
  start state Go {
    entry {
      send choose(BuildSleepyRing()), eStart;
    }
  }
}

// The test that a hasty author writes: everybody starts, all is well.
// expect: holds
test tcSleepyAllCall [main=AllCall]:
  assert OneLeader, LargestWins, EveryoneLearns in { SleepyNode -> Node, AllCall };

// Safety alone does not notice: nothing bad happens when nothing happens.
// expect: holds
test tcSleepySafety [main=SomebodyCalls]:
  assert OneLeader, LargestWins in { SleepyNode -> Node, SomebodyCalls };

// expect: violated: Electing
test tcSleepyLiveness [main=SomebodyCalls]:
  assert EveryoneLearns in { SleepyNode -> Node, SomebodyCalls };
