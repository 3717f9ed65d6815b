// A node that sleeps through the election.
//
// It stops smaller ids, as it should: their owners cannot win. But it forgets the other half of
// the rule. Whoever stops an id must have its own running, else nobody's is. The mistake hides
// well: there is never a wrong leader, and if every node calls the election, or just the one
// with the largest id, there is always a right one.

machine SleepyNode {
  var id: int;
  var next: machine;

  start state Unwired {
    entry (name: int) { id = name; }
    on eWire goto Passive with (successor: machine) { next = successor; }
  }

  state Passive {
    on eStart goto Candidate;
    on eCandidate do (other: int) {
      // The mistake: a smaller id is stopped, and nothing takes its place.
      if (other > id) {
        send next, eCandidate, other;
        goto Beaten;
      }
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
    ignore eStart, eLeader;
  }
}
