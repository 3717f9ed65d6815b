// A machine may be one of its own voters.
// verdict: violated: assertion @8 elected
event eVote: int;
machine Main {
  start state Collect {
    entry { send this, eVote, 1; new Voter(this); }
    on quorum (2) eVote do {
      assert false, "elected";
    }
  }
}
machine Voter { start state Only { entry (m: machine) { send m, eVote, 1; } } }
