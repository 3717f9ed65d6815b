// The null handler runs when there is nothing else to do.
// verdict: violated: assertion @6 idle
machine Main {
  start state Only {
    on null do {
      assert false, "idle";
    }
  }
}
