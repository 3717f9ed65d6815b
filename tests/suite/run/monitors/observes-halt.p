// halt can be observed when it is sent.
// verdict: violated: assertion @7 halt sent
machine Main { start state Only { entry { send this, halt; } } }
spec Watch observes halt {
  start state Only {
    on halt do {
      assert false, "halt sent";
    }
  }
}
