// Only the last step of a nested assignment may add a key.
// verdict: violated: key @9
machine Main {
  start state Run {
    entry {
      var table: map[int, map[int, int]];
      table[1] = default(map[int, int]);
      table[1][5] = 6;
      table[2][5] = 6;
    }
  }
}
