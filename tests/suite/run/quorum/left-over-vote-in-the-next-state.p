// A vote that was not needed is handled by the next state.
// verdict: violated: assertion @11 late vote
event eVote: int;
machine Main {
  start state Collect {
    entry { new Voter(this); new Voter(this); new Voter(this); }
    on quorum (2) eVote do { goto Decided; }
  }
  state Decided {
    on eVote do {
      assert false, "late vote";
    }
  }
}
machine Voter { start state Only { entry (m: machine) { send m, eVote, 1; } } }
