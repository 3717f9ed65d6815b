// expect: holds
// A deferred event keeps its place and is reconsidered after a change of state.
event eEarly;
event eOpen;
machine Main {
  var opened: bool;
  start state Closed { entry { send this, eEarly; send this, eOpen; } defer eEarly; on eOpen goto Open; }
  state Open { entry { opened = true; } on eEarly do { assert opened; } }
}
