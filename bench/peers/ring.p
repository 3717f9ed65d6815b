// Leader election on a ring, after Chang and Roberts (1979): ring.pml in P.
//
// The ids go down along the ring. Every node has a caller, which calls for the election once, at
// any time.

event eWire: machine;  // main -> the node that was made first: its successor
event eCall;           // caller -> node
event eCandidate: int; // node -> successor: an id that runs
event eLeader: int;    // node -> successor: the id that has won

type tNodeConfig = (id: int, largest: int, next: machine);

param nodes: int;

machine Node {
  var id: int;
  var largest: int;
  var next: machine;

  start state Boot {
    entry (config: tNodeConfig) {
      id = config.id;
      largest = config.largest;
      next = config.next;
      if (next != null) goto Passive;
    }
    on eWire goto Passive with (successor: machine) { next = successor; }
    defer eCall, eCandidate, eLeader;
  }

  state Passive {
    on eCall goto Running with { send next, eCandidate, id; }
    on eCandidate goto Running with (other: int) {
      if (other > id) send next, eCandidate, other;
      else send next, eCandidate, id;
    }
  }

  state Running {
    on eCandidate do (other: int) {
      if (other > id) {
        send next, eCandidate, other;
      } else if (other == id) {
        assert id == largest, "only the largest id can win";
        send next, eLeader, id;
        goto Leader;
      }
    }
    on eLeader goto Settled with (winner: int) { send next, eLeader, winner; }
    ignore eCall;
  }

  state Leader {
    on eLeader goto Settled;
    ignore eCall, eCandidate;
  }

  state Settled {
    ignore eCall, eCandidate;
  }
}

machine Caller {
  start state Call {
    entry (node: machine) { send node, eCall; }
  }
}

// Makes the ring backwards, so that all but one node know their successor from the beginning.
machine Main {
  start state Go {
    entry {
      var ring: seq[machine];
      var next: machine;
      var id: int;
      var node: machine;
      id = 1;
      while (id <= nodes) {
        next = new Node((id = id, largest = nodes, next = next));
        ring += (0, next);
        id = id + 1;
      }
      send ring[nodes - 1], eWire, ring[0];
      foreach (node in ring) new Caller(node);
    }
  }
}

test param (nodes in [3, 4, 5, 6, 7, 8, 9, 10]) tcRing [main=Main]: { Main, Node, Caller };
