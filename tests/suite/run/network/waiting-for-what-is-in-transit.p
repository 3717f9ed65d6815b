// Nobody is stuck as long as the message is on its way, and a waiting machine gets it at once.
// verdict: holds
// states: 5
// transitions: 4
// run: --network=p2p
// verdict: holds
// run: --network=causal
// verdict: holds
// run: --network=bag
// verdict: holds
event eAsk: machine;
event eReply: int;
machine Main {
  start state Only {
    entry {
      var got: int;
      send new Server(), eAsk, this;
      receive { case eReply: (n: int) { got = n; } }
      assert got == 4;
    }
    on eReply do { assert false; }
  }
}
machine Server { start state Only { on eAsk do (m: machine) { send m, eReply, 4; } } }
