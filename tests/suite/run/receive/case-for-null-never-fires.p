// Nothing ever sends null.
// verdict: holds
// states: 4
// transitions: 3
event eReply;
machine Main {
  start state Only {
    entry {
      new Src(this);
      receive {
        case null: { assert false; }
        case eReply: { }
      }
    }
  }
}
machine Src { start state Only { entry (m: machine) { send m, eReply; } } }
