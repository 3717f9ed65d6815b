// While a machine waits, the handlers of its state do not run.
// verdict: holds
// states: 5
// transitions: 4
event eTick;
event eReply;
machine Main {
  var waiting: bool;
  start state Only {
    entry { new Src(this); waiting = true; receive { case eReply: { } } waiting = false; }
    on eTick do { assert !waiting; }
  }
}
machine Src { start state Only { entry (m: machine) { send m, eTick; send m, eReply; } } }
