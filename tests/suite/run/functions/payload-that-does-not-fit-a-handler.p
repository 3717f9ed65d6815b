// The payload of an event variable is checked when a handler takes it.
// verdict tc___good_true: holds
// states tc___good_true: 3
// transitions tc___good_true: 2
// verdict tc___good_false: violated: cast @16
event eJob: int;
param good: bool;
machine Main {
  start state Run {
    entry {
      var e: event;
      e = eJob;
      if (good) send this, e, 5;
      else send this, e, "five";
    }
    on eJob do (n: int) { assert n == 5; }
  }
}
test param (good in [true, false]) tc [main=Main]: { Main };
