// A recursion without end is an error.
// verdict: violated: runaway @5
machine Main {
  start state Only { entry { Down(); } }
  fun Down() { Down(); }
}
