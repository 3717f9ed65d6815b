// A deferred message that is handled in the end is not left.
// verdict: holds
// states: 5
// transitions: 4
// run: --strict-quiescence
// verdict: holds
// states: 5
// transitions: 4
event eItem;
event eOpen;
machine Main {
  start state Shut { entry { send this, eItem; new Opener(this); } defer eItem; on eOpen goto Open; }
  state Open { on eItem do { } }
}
machine Opener { start state Only { entry (m: machine) { send m, eOpen; } } }
