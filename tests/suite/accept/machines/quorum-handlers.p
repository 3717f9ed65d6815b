// A quorum handler takes the votes as a sequence, as a named handler too, or drops them.
type tVote = (round: int, from: machine);
event eVote: tVote;
event eAck: int;
event eDone;
param nNodes: int;

machine Leader {
  var peers: set[machine];
  var need, sum: int;
  start state Voting {
    on quorum (3) eVote do (votes: seq[tVote]) { sum = votes[0].round + sizeof(votes); }
    on quorum (sizeof(peers) / 2 + 1) eAck do Add;
    on quorum (need) eDone do { goto Voted; }
  }
  state Voted {
    on quorum (nNodes - 1) eVote do (votes: seq[any]) { }
    on quorum (2) eAck do { }
    on eDone do { }
  }
  fun Add(acks: seq[int]) {
    var n: int;
    foreach (n in acks) sum = sum + n;
  }
}
