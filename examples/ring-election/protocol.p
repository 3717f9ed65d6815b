// Leader election on a ring, after Chang and Roberts (1979).
//
// Every node has an id and can send to its successor only. A node that wants an election sends
// its id round the ring. Whoever receives an id compares it with its own:
//   larger:   pass it on, and give up hope;
//   smaller:  stop it, since its owner cannot win, and make sure that the own id is running;
//   the own:  it has been seen by everybody and stopped by nobody, so its owner is the leader.
// The leader then sends the news round the ring once.

event eWire: machine;  // environment -> node: this is your successor
event eStart;          // environment -> node: you may call an election
event eCandidate: int; // node -> successor: an id that is running
event eLeader: int;    // node -> successor: the id that has won

event eElected: int;   // announced: a node takes the lead
event eLearned: int;   // announced: a node knows the leader (the leader itself included)

machine Node {
  var id: int;
  var next: machine;

  // The environment wires the whole ring before anybody may start.
  start state Unwired {
    entry (name: int) { id = name; }
    on eWire goto Passive with (successor: machine) { next = successor; }
  }

  // Has not taken part yet.
  state Passive {
    on eStart goto Candidate;
    on eCandidate do (other: int) {
      if (other < id) {
        goto Candidate;  // stops the smaller id, and runs in its place
      }
      send next, eCandidate, other;
      goto Beaten;
    }
  }

  state Candidate {
    entry { send next, eCandidate, id; }
    on eCandidate do (other: int) {
      if (other == id) goto Leader;
      if (other > id) {
        send next, eCandidate, other;
        goto Beaten;
      }
    }
    ignore eStart;
  }

  // Has seen a larger id. Never runs again, else an election might not end.
  state Beaten {
    on eCandidate do (other: int) {
      if (other > id) send next, eCandidate, other;
    }
    on eLeader goto Follower;
    ignore eStart;
  }

  state Follower {
    entry (leader: int) {
      announce eLearned, leader;
      send next, eLeader, leader;
    }
    ignore eStart;
  }

  state Leader {
    entry {
      announce eElected, id;
      announce eLearned, id;
      send next, eLeader, id;
    }
    ignore eStart, eLeader;  // the news has been all the way round
  }
}
