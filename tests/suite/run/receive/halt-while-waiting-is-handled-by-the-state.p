// A state that handles halt gets it also when it comes in a receive; the receive is over.
// verdict: violated: assertion @9 no halt
event eReply;
machine Main { start state Only { entry { var w: machine; w = new Waiter(); send w, halt; } } }
machine Waiter {
  start state Only {
    entry { receive { case eReply: { } } assert false, "went on"; }
    on halt do {
      assert false, "no halt";
    }
  }
}
