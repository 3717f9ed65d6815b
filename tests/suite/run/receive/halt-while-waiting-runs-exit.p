// The exit function runs when halt ends a waiting machine.
// verdict: violated: assertion @9 exit
event eReply;
machine Main { start state Only { entry { var w: machine; w = new Waiter(); send w, halt; } } }
machine Waiter {
  start state Only {
    entry { receive { case eReply: { } } }
    exit {
      assert false, "exit";
    }
  }
}
