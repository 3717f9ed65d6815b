// A handler without parameter never notices what the payload is.
// verdict: holds
// states: 4
// transitions: 3
event eJob: int;
machine Main {
  start state Run {
    entry {
      var e: event;
      e = eJob;
      send this, e, "five";
      send this, e;
    }
    on eJob do { }
  }
}
