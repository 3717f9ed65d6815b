// The votes come in the order in which they arrived, and that may be either.
// verdict: violated: assertion @8 2 1
event eVote: int;
machine Main {
  start state Collect {
    entry { new Voter((m = this, n = 1)); new Voter((m = this, n = 2)); }
    on quorum (2) eVote do (votes: seq[int]) {
      assert votes[0] == 1, format("{0} {1}", votes[0], votes[1]);
    }
  }
}
machine Voter { start state Only { entry (p: (m: machine, n: int)) { send p.m, eVote, p.n; } } }
