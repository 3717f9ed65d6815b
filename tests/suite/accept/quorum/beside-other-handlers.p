// Quorum handlers stand beside ordinary ones, and another state may handle the same event in another way.
event eVote: int;
event eTimeout;
event ePing;
machine Leader {
  var round: int;
  start state Collect {
    entry { round = round + 1; }
    on ePing do { }
    on quorum (2) eVote do (votes: seq[int]) { goto Decide, votes[0]; }
    on eTimeout goto Collect;
    exit { print "collected"; }
  }
  state Decide {
    entry (vote: int) { }
    on eVote do (vote: int) { round = vote; }
    on quorum (3) eTimeout do { goto Rest; }
    defer ePing;
  }
  state Rest { defer eVote; ignore eTimeout, ePing; }
}
