// A loop without end inside one step is an error.
// verdict: violated: runaway @7
machine Main {
  var n: int;
  start state Only {
    entry {
      while (true) n = 1 - n;
    }
  }
}
