// A majority of three decides in spite of one crash, not of two.
// verdict: holds
// run: --faults=crash=1:Voter
// verdict: holds
// run: --faults=crash=2:Voter
// verdict: violated: liveness @18
event eVote: int;
event eDecided;
machine Main {
  start state Collect {
    entry { new Voter(this); new Voter(this); new Voter(this); }
    on quorum (2) eVote do { announce eDecided; goto Done; }
  }
  state Done { ignore eVote; }
}
machine Voter { start state Only { entry (m: machine) { send m, eVote, 1; } } }
spec Decides observes eDecided {
  start hot state Open { on eDecided goto Done; }
  cold state Done { }
}
