// `+=` refuses a key that is there, even with the same value.
// verdict: violated: key @10
machine Main {
  start state Run {
    entry {
      var table: map[int, int];
      table += (1, 5);
      table[1] = 5;
      table += (2, 5);
      table += (1, 5);
    }
  }
}
