// A key that was removed is gone.
// verdict: violated: key @9
machine Main {
  start state Run {
    entry {
      var table: map[int, int];
      table[1] = 2;
      table -= (1);
      assert table[1] == 2;
    }
  }
}
