// Before an event is reported as unhandled, the exit function runs.
// verdict: violated: assertion @8 leaving
event eAsk;
machine Main {
  start state Asking {
    entry { send this, eAsk; }
    exit {
      assert false, "leaving";
    }
  }
}
