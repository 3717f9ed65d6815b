// Of two messages one is taken, the other one goes to the handler of the state.
// verdict: violated: assertion @8
event eReply;
machine Main {
  start state Only {
    entry { new Src(this); receive { case eReply: { } } }
    on eReply do {
      assert false;
    }
  }
}
machine Src { start state Only { entry (m: machine) { send m, eReply; send m, eReply; } } }
