// Votes that arrive in a known order are given in that order.
// verdict: holds
event eVote: int;
event eNext;
machine Main {
  start state Collect {
    entry { new Voter((m = this, after = new Voter((m = this, after = default(machine), n = 2)), n = 1)); }
    on quorum (2) eVote do (votes: seq[int]) { assert votes[0] == 1 && votes[1] == 2; }
  }
}
machine Voter {
  start state Only {
    entry (p: (m: machine, after: machine, n: int)) {
      if (p.n == 2) receive { case eNext: { } }
      send p.m, eVote, p.n;
      if (p.n == 1) send p.after, eNext;
    }
  }
}
