// halt ends a waiting machine: exit runs, nothing after the receive does, and it is no deadlock.
// verdict: holds
// states: 5
// transitions: 4
event eReply;
machine Main { start state Only { entry { var w: machine; w = new Waiter(); send w, halt; } } }
machine Waiter {
  start state Only {
    entry { receive { case eReply: { } } assert false; }
    exit { send this, eReply; }
  }
}
