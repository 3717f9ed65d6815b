// Noise that reaches an idle machine does not wait for the next state.
// verdict: holds
// states: 5
// transitions: 4
event eNoise;
event eGo;
machine Main {
  start state First { entry { new Src(this); } ignore eNoise; on eGo goto Second; }
  state Second { on eNoise do { assert false; } }
}
machine Src { start state Only { entry (m: machine) { send m, eNoise; send m, eGo; } } }
