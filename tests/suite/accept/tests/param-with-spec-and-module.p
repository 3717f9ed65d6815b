// A parameterised test may use every form of module expression.
event eJoin: int;
param nPeers: int;
machine Peer { start state S { entry (id: int) { announce eJoin, id; } } }
machine Driver {
  start state S {
    entry {
      var i: int;
      while (i < nPeers) { new Peer(i); i = i + 1; }
    }
  }
}
spec Ids observes eJoin { start state S { on eJoin do (n: int) { assert n < nPeers; } } }

module Peers = { Peer };
test param (nPeers in [1, 2, 3]) tcPeers [main=Driver]: assert Ids in (union Peers, { Driver });
test param (nPeers in [2, 4]) assume (nPeers > 2) tcHidden [main=Driver]: hidei Peer in { Driver, Peer };
