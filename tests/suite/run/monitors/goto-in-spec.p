// A goto in a spec ends the callers and passes its payload to the entry.
// verdict: violated: assertion @9 2
event eJob;
machine Main { start state Only { entry { announce eJob; } } }
spec Counter observes eJob {
  start state A { on eJob do { Leave(); assert false, "went on"; } }
  state B {
    entry (n: int) {
      assert false, format("{0}", n);
    }
  }
  fun Leave() { goto B, 2; }
}
