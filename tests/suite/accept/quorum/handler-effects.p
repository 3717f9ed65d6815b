// The body of a quorum handler may do what any handler may: send, create, receive, choose, announce, raise.
event eVote: (voter: machine, choice: int);
event eResult: int;
event eAck;
machine Logger { start state Run { on eResult do (n: int) { } } }
machine Leader {
  start state Collect {
    on quorum (2) eVote do (votes: seq[(voter: machine, choice: int)]) {
      var vote, picked: (voter: machine, choice: int);
      picked = choose(votes);
      foreach (vote in votes) send vote.voter, eResult, picked.choice;
      send new Logger(), eResult, picked.choice;
      announce eResult, picked.choice;
      receive { case eAck: { } }
      votes += (0, picked);
      if ($) return;
      raise eResult, sizeof(votes);
    }
    ignore eResult;
  }
}
