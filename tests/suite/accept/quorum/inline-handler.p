// A quorum handler gets the payloads of the messages as a sequence.
type tVote = (voter: machine, round: int);
event eVote: tVote;
machine Leader {
  start state Collect {
    on quorum (2) eVote do (votes: seq[tVote]) {
      var vote: tVote;
      foreach (vote in votes) assert vote.round >= 0;
      goto Done, sizeof(votes);
    }
  }
  state Done {
    entry (n: int) { assert n == 2; }
    ignore eVote;
  }
}
