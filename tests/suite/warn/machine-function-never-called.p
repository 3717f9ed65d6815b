// A machine function is dead if it is neither called nor a handler.
event eJob: int;

machine Worker {
  var done: int;
  start state Run {
    entry Begin;
    on eJob do Work;
  }
  fun Begin() { send this, eJob, Size(); }
  fun Work(n: int) { done = done + n; }
  fun Size(): int { return 3; }
  fun Rest() { print "resting"; }  //~ warning: function 'Rest' is never called
}
