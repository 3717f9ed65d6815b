// A deferred halt waits for a state that does not defer it; then the machine halts.
// verdict: holds
// states: 5
// transitions: 4
event eJob: int;
machine Main {
  start state First {
    entry { send this, halt; send this, eJob, 1; send this, eJob, 2; }
    defer halt;
    on eJob do (n: int) { assert n == 1; goto Second; }
  }
  state Second { on eJob do { assert false; } }
}
