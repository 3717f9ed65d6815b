// A field of a value that is not there cannot be assigned.
// verdict: violated: key @9
machine Main {
  start state Run {
    entry {
      var table: map[int, (a: int, b: int)];
      table[1] = (a = 1, b = 1);
      table[1].a = 2;
      table[2].a = 2;
    }
  }
}
