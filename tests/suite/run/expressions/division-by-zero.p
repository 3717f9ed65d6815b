// An int cannot be divided by zero.
// verdict: violated: division-by-zero @9
machine Main {
  start state Run {
    entry {
      var parts: int;
      var share: int;
      share = 12 / 3;
      share = 12 / parts;
    }
  }
}
