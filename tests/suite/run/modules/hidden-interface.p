// Hiding an interface changes nothing for the machines inside the module.
// verdict tc: violated: assertion @9 served
event eAsk: machine;
event eReply;
machine Client {
  start state Only {
    entry { send new Server(), eAsk, this; }
    on eReply do {
      assert false, "served";
    }
  }
}
machine Server { start state Only { on eAsk do (m: machine) { send m, eReply; } } }
machine Main { start state Only { entry { new Client(); } } }
test tc [main=Main]: union (hidei Server in { Client, Server }), { Main };
