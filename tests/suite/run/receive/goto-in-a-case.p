// A goto in a case leaves the state at once; the rest of the handler never runs.
// verdict: violated: assertion @10 failed with 5
event eBad: int;
machine Main {
  start state Only {
    entry { send this, eBad, 5; receive { case eBad: (n: int) { goto Failed, n; } } assert false; }
  }
  state Failed {
    entry (n: int) {
      assert false, format("failed with {0}", n);
    }
  }
}
