// receive waits until the message arrives, then goes on behind itself.
// verdict: holds
// states: 4
// transitions: 3
event eReply: int;
machine Main {
  start state Only {
    entry {
      var got: int;
      new Server(this);
      receive { case eReply: (n: int) { got = n; } }
      assert got == 8;
    }
  }
}
machine Server { start state Only { entry (c: machine) { send c, eReply, 8; } } }
