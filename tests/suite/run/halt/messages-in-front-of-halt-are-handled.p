// halt waits its turn: what stands before it in the queue is handled.
// verdict: violated: assertion @8
event eJob;
machine Main { start state Only { entry { var w: machine; w = new Worker(); send w, eJob; send w, halt; } } }
machine Worker {
  start state Only {
    on eJob do {
      assert false;
    }
  }
}
