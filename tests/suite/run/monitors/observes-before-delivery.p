// A spec sees a message before its target handles it.
// verdict: holds
// states: 6
// transitions: 5
event eJob;
event eDone;
machine Main { start state Only { entry { var w: machine; w = new Worker(); send w, eJob; } } }
machine Worker { start state Only { on eJob do { announce eDone; } } }
spec JobFirst observes eJob, eDone {
  start state Before { on eJob goto After; on eDone do { assert false; } }
  state After { on eDone do { } }
}
