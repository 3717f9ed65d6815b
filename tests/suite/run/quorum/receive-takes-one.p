// A receive takes single votes, whatever the state wants.
// verdict: holds
event eVote: int;
machine Main {
  start state Collect {
    entry { new Voter(this); new Voter(this); receive { case eVote: (n: int) { assert n == 1; } } }
    on quorum (2) eVote do { assert false; }
  }
}
machine Voter { start state Only { entry (m: machine) { send m, eVote, 1; } } }
