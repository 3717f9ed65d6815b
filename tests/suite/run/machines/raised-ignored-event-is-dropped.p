// A raised event that the state ignores is gone, and the queue is next.
// verdict: holds
// states: 3
// transitions: 2
event eNoise;
event eOpen;
machine Main {
  start state Shut { entry { send this, eOpen; raise eNoise; } ignore eNoise; on eOpen goto Open; }
  state Open { on eNoise do { assert false, "it waited"; } }
}
