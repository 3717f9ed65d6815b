// A sent event that the state defers waits for a state that handles it.
// verdict: violated: assertion @9 it waited
event eEarly;
event eOpen;
machine Main {
  start state Shut { entry { send this, eOpen; send this, eEarly; } defer eEarly; on eOpen goto Open; }
  state Open {
    on eEarly do {
      assert false, "it waited";
    }
  }
}
