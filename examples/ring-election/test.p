param ringSize: int;

// Wires nodes with these ids to a ring, in this order.
fun BuildRing(ids: seq[int]): seq[machine] {
  var nodes: seq[machine];
  var i: int;
  while (i < sizeof(ids)) {
    nodes += (i, new Node(ids[i]));
    i = i + 1;
  }
  i = 0;
  while (i < sizeof(ids)) {
    send nodes[i], eWire, nodes[Successor(i, sizeof(ids))];
    i = i + 1;
  }
  return nodes;
}

fun Successor(i: int, size: int): int {
  return (i + 1) % size;
}

// The ids 1 to size in any order. A ring has no beginning, so the largest may come first.
fun AnyOrder(size: int): seq[int] {
  var rest: set[int];
  var order: seq[int];
  var id: int;
  order += (0, size);
  while (sizeof(rest) < size - 1) rest += (sizeof(rest) + 1);
  while (sizeof(rest) > 0) {
    id = choose(rest);
    rest -= (id);
    order += (sizeof(order), id);
  }
  return order;
}

// One node calls an election, and any of the others may do so too.
fun CallElection(nodes: seq[machine]) {
  var caller: machine;
  var n: machine;
  caller = choose(nodes);
  foreach (n in nodes) {
    if (n == caller || $) send n, eStart;
  }
}

machine AnyRing {
  start state Go {
    entry {
      announce eRing, ringSize;
      CallElection(BuildRing(AnyOrder(ringSize)));
    }
  }
}

// The ids go up along the ring: every candidate is stopped at the next node.
machine RisingRing {
  start state Go {
    entry {
      var nodes: seq[machine];
      var n: machine;
      var ids: seq[int];
      while (sizeof(ids) < 4) ids += (sizeof(ids), sizeof(ids) + 1);
      announce eRing, 4;
      nodes = BuildRing(ids);
      foreach (n in nodes) send n, eStart;
    }
  }
}

// Two nodes were given the same id.
machine TwinRing {
  start state Go {
    entry {
      var ids: seq[int];
      ids += (0, 1);
      ids += (0, 2);
      ids += (0, 2);
      CallElection(BuildRing(ids));
    }
  }
}

// expect: holds
test tcRising [main=RisingRing]:
  assert OneLeader, LargestWins, EveryoneLearns in { Node, RisingRing };

// All rings of up to five nodes, with any order of ids and any callers.
// expect: holds
test param (ringSize in [1, 2, 3, 4, 5]) tcAnyRing [main=AnyRing]:
  assert OneLeader, LargestWins, EveryoneLearns in { Node, AnyRing };

// Chang and Roberts assume that ids are unique. This is what happens if they are not.
// expect: violated: the ring has two leaders
test tcTwins [main=TwinRing]: assert OneLeader in { Node, TwinRing };
