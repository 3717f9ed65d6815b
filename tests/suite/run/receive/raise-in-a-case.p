// A raise in a case ends the handler around the receive, and its callers.
// verdict: holds
// states: 3
// transitions: 2
event eBad;
event eAlarm;
machine Main {
  start state Only {
    entry { send this, eBad; Check(); assert false; }
    on eAlarm do { }
  }
  fun Check() { receive { case eBad: { raise eAlarm; } } assert false; }
}
