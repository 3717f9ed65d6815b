// A handler that sends for ever, one of two messages each time.
event eUp;
event eDown;
machine Lift {
  var floor: int;
  start state Moving {
    on eUp do {
      if (floor < 2)
        floor = floor + 1;
      assert floor <= 2;
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

test tcCalls [main=Main]: { Main, Lift }; // expect: holds
