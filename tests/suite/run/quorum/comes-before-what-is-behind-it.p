// A quorum is handled at the place of its first message: before eOther, which came after
// that one and before the rest of the quorum.  A machine notices this in every network, also
// where eOther cannot overtake the vote behind it.
// verdict tcLate: violated: assertion @24
// run: --network=p2p
// verdict tcLate: violated: assertion @24
// run: --network=p2p --engine=reduced
// verdict tcLate: violated: assertion @24
// run: --network=p2p --engine=reduced --por=off
// verdict tcLate: violated: assertion @24
// run: --network=p2p --engine=asi
// verdict tcLate: violated: assertion @24
// run: --network=causal
// verdict tcLate: violated: assertion @24
// run: --network=bag --engine=reduced
// verdict tcLate: violated: assertion @24
event eVote;
event eOther;
machine Counter {
  var hasOther: bool;
  start state Collect {
    on eOther do { hasOther = true; }
    on quorum (2) eVote do {
      assert hasOther, "eOther came between the votes";
    }
  }
}
machine Both { start state Only { entry (c: Counter) { send c, eOther; send c, eVote; } } }
machine Voter { start state Only { entry (c: Counter) { send c, eVote; } } }
machine Main {
  start state Only {
    entry { var c: Counter; c = new Counter(); new Both(c); new Voter(c); }
  }
}
test tcLate [main=Main]: { Main, Counter, Both, Voter };
