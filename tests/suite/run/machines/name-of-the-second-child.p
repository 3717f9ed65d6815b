// A machine counts its own children: the second child of main is 1.2.
// verdict: violated: assertion @7 I am Leaf(1.2)
machine Main { start state Only { entry { new Leaf(true); new Leaf(false); } } }
machine Leaf {
  start state Only {
    entry (ok: bool) {
      assert ok, format("I am {0}", this);
    }
  }
}
