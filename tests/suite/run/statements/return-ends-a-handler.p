// return in a handler leaves the handler, not the machine.
// verdict: violated: assertion @14 still alive
event eJob: int;
machine Main {
  start state Run {
    entry {
      send this, eJob, 1;
      send this, eJob, 2;
      return;
      assert false;
    }
    on eJob do (n: int) {
      if (n == 1) return;
      assert false, "still alive";
    }
  }
}
