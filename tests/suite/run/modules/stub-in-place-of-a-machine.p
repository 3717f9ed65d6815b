// `new Server()` makes whatever machine the module binds to Server.
// verdict tcReal: holds
// states tcReal: 5
// transitions tcReal: 4
// verdict tcStub: violated: assertion @12 0
event eAsk: machine;
event eReply: int;
machine Main {
  start state Only {
    entry { send new Server(), eAsk, this; }
    on eReply do (n: int) {
      assert n == 1, format("{0}", n);
    }
  }
}
machine Server { start state Only { on eAsk do (m: machine) { send m, eReply, 1; } } }
machine Stub { start state Only { on eAsk do (m: machine) { send m, eReply, 0; } } }
test tcReal [main=Main]: { Main, Server };
test tcStub [main=Main]: { Main, Stub -> Server };
