// A raised halt that the state defers is lost: the machine goes on, in every later state.
// verdict: violated: assertion @12 alive
event eJob;
machine Main {
  start state First {
    entry { send this, eJob; send this, eJob; raise halt; }
    defer halt;
    on eJob goto Second;
  }
  state Second {
    on eJob do {
      assert false, "alive";
    }
  }
}
