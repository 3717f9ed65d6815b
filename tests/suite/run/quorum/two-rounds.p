// Four voters make two quorums of two.
// verdict: violated: assertion @10 round 2
event eVote: int;
machine Main {
  var rounds: int;
  start state Collect {
    entry { new Voter(this); new Voter(this); new Voter(this); new Voter(this); }
    on quorum (2) eVote do (votes: seq[int]) {
      rounds = rounds + 1;
      assert rounds < 2, format("round {0}", rounds);
    }
  }
}
machine Voter { start state Only { entry (m: machine) { send m, eVote, 1; } } }
