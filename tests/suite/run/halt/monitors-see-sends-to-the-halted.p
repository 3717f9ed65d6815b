// A send to a halted machine is dropped, but specs observe it.
// verdict: violated: assertion @8 seen
event eJob;
machine Main { start state Only { entry { send this, eJob; raise halt; } } }
spec Watch observes eJob {
  start state Only {
    on eJob do {
      assert false, "seen";
    }
  }
}
