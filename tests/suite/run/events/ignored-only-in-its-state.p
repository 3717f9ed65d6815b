// A message behind the one that changes the state is not ignored by the old state.
// verdict: violated: assertion @9
event eNoise;
event eGo;
machine Main {
  start state First { entry { send this, eGo; send this, eNoise; } ignore eNoise; on eGo goto Second; }
  state Second {
    on eNoise do {
      assert false;
    }
  }
}
