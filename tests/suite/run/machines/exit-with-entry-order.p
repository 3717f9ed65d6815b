// A transition runs the exit of the old state, the `with` function, the entry of the new state.
// verdict: holds
// states: 3
// transitions: 2
event eShip: int;
machine Main {
  var steps: seq[string];
  start state Packing {
    entry { send this, eShip, 40; }
    exit { steps += (sizeof(steps), "exit"); }
    on eShip goto Shipped with (weight: int) { steps += (sizeof(steps), format("with {0}", weight)); }
  }
  state Shipped {
    entry (weight: int) {
      steps += (sizeof(steps), format("entry {0}", weight));
      assert sizeof(steps) == 3;
      assert steps[0] == "exit" && steps[1] == "with 40" && steps[2] == "entry 40";
    }
  }
}
