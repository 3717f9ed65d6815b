// With too few voters the votes wait, as if deferred.
// verdict: holds
// run: --strict-quiescence
// verdict: violated: quiescence @6
event eVote: int;
machine Main {
  start state Collect {
    entry { new Voter(this); }
    on quorum (2) eVote do { assert false; }
  }
}
machine Voter { start state Only { entry (m: machine) { send m, eVote, 1; } } }
