// A raised event that the state defers does not wait anywhere.
// verdict: holds
// states: 3
// transitions: 2
event eEarly;
event eOpen;
machine Main {
  start state Shut { entry { send this, eOpen; raise eEarly; } defer eEarly; on eOpen goto Open; }
  state Open { on eEarly do { assert false, "it waited"; } }
}
