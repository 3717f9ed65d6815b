// A handler that sends for ever, one of two messages each time: it is split at its sends.
// Before the lift exists: Main has not begun, and it stops before `new`.  Then it holds one of two messages, while the
// lift has not begun (2 states), or has, on one of three floors (6 states).  From each state two ways lead on, but from
// the first, and from the two in which the lift begins: 1 + 2 + 2 + 6 * 2 transitions.
// not for naive: without splitting, which it does not know, a step has 2^1000 outcomes
// verdict tc___top_1: violated: assertion @22
// verdict tc___top_2: holds
// states tc___top_2: 10
// transitions tc___top_2: 17
// run: --network=p2p --max-states=300
// verdict tc___top_1: violated: assertion @22
// verdict tc___top_2: unknown
event eUp;
event eDown;
param top: int;
machine Lift {
  var floor: int;
  start state Moving {
    on eUp do {
      if (floor < 2)
        floor = floor + 1;
      assert floor <= top;
    }
    on eDown do {
      if (floor > 0)
        floor = floor - 1;
    }
  }
}
machine Main {
  start state Calling {
    entry {
      var lift: machine;
      lift = new Lift();
      while (true) {
        if ($)
          send lift, eUp;
        else
          send lift, eDown;
      }
    }
  }
}
test param (top in [1, 2]) tc [main=Main]: { Main, Lift };
