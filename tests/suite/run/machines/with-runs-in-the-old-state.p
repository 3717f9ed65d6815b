// The state changes after exit and `with`: what these send is handled in the new state.
// verdict: holds
// states: 5
// transitions: 4
event eGo;
event eNote: string;
machine Main {
  var count: int;
  start state Old {
    entry { send this, eGo; }
    exit { send this, eNote, "exit"; }
    on eGo goto New with { send this, eNote, "with"; }
    on eNote do { assert false, "handled in the old state"; }
  }
  state New {
    on eNote do (from: string) {
      count = count + 1;
      assert (count == 1 && from == "exit") || (count == 2 && from == "with"), from;
    }
  }
}
