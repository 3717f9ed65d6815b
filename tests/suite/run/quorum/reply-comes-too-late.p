// Nobody runs between the last send of a handler and the look at the queue: the reply is not there yet.
// verdict: holds
// run: --network=bag
// verdict: violated: assertion @15
event eVote;
event eClose;
event eAsk: machine;
machine Peer { start state Only { on eAsk do (m: machine) { send m, eVote; } } }
machine Main {
  var peer: machine;
  start state Open {
    entry { peer = new Peer(); send this, eVote; send this, eClose; send peer, eAsk, this; }
    on eClose goto Closed;
    on quorum (2) eVote do {
      assert false;
    }
  }
  state Closed { ignore eVote; }
}
