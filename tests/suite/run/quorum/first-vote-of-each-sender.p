// Of each sender the first vote is taken; its second one keeps its place.
// verdict: holds
event eVote: int;
machine Main {
  start state Collect {
    entry { new Voter((m = this, n = 10)); new Voter((m = this, n = 20)); }
    on quorum (2) eVote do (votes: seq[int]) {
      assert 11 in votes && 21 in votes;
      goto Rest;
    }
  }
  state Rest { on eVote do (n: int) { assert n == 12 || n == 22; } }
}
machine Voter {
  start state Only { entry (p: (m: machine, n: int)) { send p.m, eVote, p.n + 1; send p.m, eVote, p.n + 2; } }
}
