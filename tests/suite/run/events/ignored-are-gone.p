// An ignored message does not come back in a later state.
// verdict: holds
// states: 4
// transitions: 3
event eNoise;
event eGo;
machine Main {
  start state First { entry { send this, eNoise; send this, eGo; } ignore eNoise; on eGo goto Second; }
  state Second { on eNoise do { assert false; } }
}
