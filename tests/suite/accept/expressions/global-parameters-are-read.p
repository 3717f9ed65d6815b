// A global parameter can be read everywhere an expression stands.
param nNodes, nRounds: int;
param lossy: bool;
event eRound: int;
fun Majority(): int { return nNodes / 2 + 1; }
spec Bounded observes eRound {
  start state Watch { on eRound do (n: int) { assert n < nRounds || lossy; } }
}
machine Driver {
  var votes: map[int, int];
  start state Run {
    entry {
      var i: int;
      while (i < nNodes) { votes[i] = nRounds; i = i + 1; }
      if (lossy && $) return;
      send this, eRound, choose(nRounds);
      votes[nNodes] = Majority() + -nNodes;
      assert sizeof(votes) == nNodes + 1, format("{0} nodes", nNodes);
    }
    ignore eRound;
  }
}
