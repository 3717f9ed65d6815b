// A quorum transition: how many, of what, and what then.
event eVote: (voter: machine, ok: bool);
param voters: int;
machine Tally {
  var yes: int;
  start state Counting {
    on quorum (voters / 2 + 1) eVote do (votes: seq[(voter: machine, ok: bool)]) {
      var i: int;
      while (i < sizeof(votes)) { if (votes[i].ok) yes = yes + 1; i = i + 1; }
    }
  }
}
