// With `on halt do` the machine goes on.
// verdict: violated: assertion @10 alive
event eJob;
machine Main {
  var halts: int;
  start state Only {
    entry { send this, halt; send this, eJob; raise halt; }
    on halt do { halts = halts + 1; }
    on eJob do {
      assert halts != 2, "alive";
    }
    exit { assert false; }
  }
}
