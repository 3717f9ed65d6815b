// Reading a key that is not there is an error; there are no default values.
// verdict: violated: key @10
machine Main {
  start state Run {
    entry {
      var table: map[int, int];
      var n: int;
      table[1] = 2;
      n = table[1];
      n = table[2];
    }
  }
}
