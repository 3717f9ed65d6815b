// The main machine is called 1.
// verdict: violated: assertion @6 I am Main(1)
machine Main {
  start state Only {
    entry {
      assert false, format("I am {0}", this);
    }
  }
}
