// What the start entry of a spec raises is handled before the run begins.
// verdict: violated: assertion @10 before the run
event eInit;
event eJob;
machine Main { start state Only { entry { assert false, "the run began"; } } }
spec Ready observes eJob {
  start state Init {
    entry { raise eInit; }
    on eInit do {
      assert false, "before the run";
    }
    ignore eJob;
  }
}
