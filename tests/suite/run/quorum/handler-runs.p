// With enough voters the handler does run.
// verdict: violated: assertion @8 2 votes
event eVote: machine;
machine Main {
  start state Collect {
    entry { new Voter(this); new Voter(this); }
    on quorum (2) eVote do (votes: seq[machine]) {
      assert false, format("{0} votes", sizeof(votes));
    }
  }
}
machine Voter { start state Only { entry (m: machine) { send m, eVote, this; } } }
