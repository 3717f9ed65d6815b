// The start entry of a spec runs before everything else, and may change the state.
// verdict: holds
// states: 3
// transitions: 2
event eJob;
machine Main { start state Only { entry { announce eJob; } } }
spec Ready observes eJob {
  var limit: int;
  start state Init { entry { limit = 5; goto Run; } }
  state Run { on eJob do { assert limit == 5; } }
}
