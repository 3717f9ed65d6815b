// `ignore halt` keeps the machine alive.
// verdict: violated: assertion @9 alive
event eJob;
machine Main {
  start state Only {
    entry { send this, halt; send this, eJob; }
    ignore halt;
    on eJob do {
      assert false, "alive";
    }
  }
}
