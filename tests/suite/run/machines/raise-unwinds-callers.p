// A raise deep inside calls ends the whole handler.
// verdict: holds
// states: 2
// transitions: 1
event eAlarm;
machine Main {
  var rung: bool;
  start state Watch {
    entry { Inspect(); assert false, "the handler went on"; }
    on eAlarm do { rung = true; }
  }
  fun Inspect() { Ring(); assert false, "the caller went on"; }
  fun Ring() { raise eAlarm; }
}
