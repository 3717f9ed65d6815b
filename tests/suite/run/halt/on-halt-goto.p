// `on halt goto S` is a transition like any other.
// verdict: violated: assertion @8 x in the other state
machine Main {
  var log: string;
  start state Only { entry { send this, halt; } exit { log = "x"; } on halt goto Other; }
  state Other {
    entry {
      assert false, log + " in the other state";
    }
  }
}
