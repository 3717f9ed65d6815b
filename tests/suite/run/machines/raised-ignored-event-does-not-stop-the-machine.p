// After a raised and ignored event the machine goes on with its queue.
// verdict: violated: assertion @10 next
event eNoise;
event eNext;
machine Main {
  start state Only {
    entry { send this, eNext; raise eNoise; }
    ignore eNoise;
    on eNext do {
      assert false, "next";
    }
  }
}
