// A loop that never ends within one step is an error.
// verdict: violated: runaway @7
machine Main {
  start state Run {
    entry {
      var n: int;
      while (n >= 0) { n = (n + 1) % 7; }
    }
  }
}
