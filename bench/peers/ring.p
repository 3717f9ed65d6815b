// Leader election on a ring, after Chang and Roberts (1979): ring.pml in P.
//
// The ids go down along the ring. What makes the models comparable: a node decides at once whether
// it calls the election. The peers' nodes may call it at any time before they take part, which
// reaches the same states, for the network delays what is sent as long as it likes.

event eCandidate: int; // node -> successor: an id that runs
event eLeader: int;    // node -> successor: the id that has won

param nodes: int;

type tNodeConfig = (id: int, largest: int, first: machine);

machine Node {
  var id: int;
  var largest: int;
  var next: machine;

  start state Boot {
    // Makes its successor; the last one closes the ring.
    entry (config: tNodeConfig) {
      var first: machine;
      id = config.id;
      largest = config.largest;
      first = config.first;
      if (first == null) first = this;
      if (id > 1) next = new Node((id = id - 1, largest = largest, first = first));
      else next = first;
      if ($) {
        send next, eCandidate, id;
        goto Running;
      }
      goto Passive;
    }
  }

  state Passive {
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
  }

  state Leader {
    on eLeader goto Settled;
    ignore eCandidate;
  }

  state Settled {
    ignore eCandidate;
  }
}

machine Main {
  start state Go {
    entry { new Node((id = nodes, largest = nodes, first = null)); }
  }
}

test param (nodes in [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16]) tcRing [main=Main]: { Main, Node };
