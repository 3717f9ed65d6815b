// A message handed to a waiting machine is not in its queue as well.
// verdict: holds
// states: 4
// transitions: 3
event eReply;
machine Main {
  start state Only {
    entry { new Src(this); receive { case eReply: { } } }
    on eReply do { assert false; }
  }
}
machine Src { start state Only { entry (m: machine) { send m, eReply; } } }
