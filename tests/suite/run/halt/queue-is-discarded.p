// What stands behind halt in the queue is thrown away.
// verdict: holds
// states: 4
// transitions: 3
event eJob;
machine Main {
  start state Only {
    entry { send this, halt; send this, eJob; }
    on eJob do { assert false; }
  }
}
