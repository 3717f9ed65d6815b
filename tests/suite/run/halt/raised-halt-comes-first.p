// A raised halt does not wait for the queue, and ends the handler.
// verdict: holds
// states: 3
// transitions: 2
event eJob;
machine Main {
  start state Only {
    entry { send this, eJob; Stop(); assert false; }
    on eJob do { assert false; }
  }
  fun Stop() { raise halt; }
}
