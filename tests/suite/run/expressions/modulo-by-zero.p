// The remainder of a division by zero is an error too.
// verdict: violated: division-by-zero @9
machine Main {
  start state Run {
    entry {
      var parts: int;
      var rest: int;
      rest = 0 % 3;
      rest = 0 % parts;
    }
  }
}
