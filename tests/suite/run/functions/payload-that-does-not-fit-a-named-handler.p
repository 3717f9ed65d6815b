// A payload that is missing does not fit an int: reported at the function.
// verdict: violated: cast @5
event eJob: int;
machine Main {
  fun Work(n: int) { assert n == 5; }
  start state Run {
    entry {
      var e: event;
      e = eJob;
      send this, e;
    }
    on eJob do Work;
  }
}
