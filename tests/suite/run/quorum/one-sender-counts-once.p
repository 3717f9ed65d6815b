// However often one voter votes, it is one voter.
// verdict: holds
event eVote: int;
machine Main {
  start state Collect {
    entry { new Voter(this); }
    on quorum (2) eVote do { assert false; }
  }
}
machine Voter {
  start state Only { entry (m: machine) { send m, eVote, 1; send m, eVote, 2; send m, eVote, 3; } }
}
