// The handler runs once, with the votes of two different senders; the third vote stays.
// verdict: holds
event eVote: machine;
machine Main {
  var rounds: int;
  start state Collect {
    entry { new Voter(this); new Voter(this); new Voter(this); }
    on quorum (2) eVote do (votes: seq[machine]) {
      rounds = rounds + 1;
      assert rounds == 1 && sizeof(votes) == 2 && votes[0] != votes[1];
    }
  }
}
machine Voter { start state Only { entry (m: machine) { send m, eVote, this; } } }
