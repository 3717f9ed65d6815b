// A duplicated vote does not make a quorum; a second voter does.
// verdict tcOne: holds
// verdict tcTwo: violated: assertion @13
// run: --faults=dup=1:eVote
// verdict tcOne: holds
// verdict tcTwo: violated: assertion @13
event eVote: int;
machine One { start state Only { entry { var c: machine; c = new Counter(); new Voter(c); } } }
machine Two { start state Only { entry { var c: machine; c = new Counter(); new Voter(c); new Voter(c); } } }
machine Counter {
  start state Collect {
    on quorum (2) eVote do {
      assert false;
    }
  }
}
machine Voter { start state Only { entry (m: machine) { send m, eVote, 1; } } }
test tcOne [main=One]: { One, Counter, Voter };
test tcTwo [main=Two]: { Two, Counter, Voter };
