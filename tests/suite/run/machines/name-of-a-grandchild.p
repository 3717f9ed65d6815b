// A name is a path: the first child of the second child is 1.2.1, however many others exist.
// verdict: violated: assertion @10 I am Leaf(1.2.1)
machine Main { start state Only { entry { new Quiet(); new Branch(); } } }
machine Quiet { start state Only { entry { new Other(); } } }
machine Other { start state Only { } }
machine Branch { start state Only { entry { new Leaf(); } } }
machine Leaf {
  start state Only {
    entry {
      assert false, format("I am {0}", this);
    }
  }
}
