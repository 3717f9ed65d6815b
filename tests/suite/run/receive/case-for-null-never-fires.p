// Nothing ever sends null.
// verdict: holds
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
