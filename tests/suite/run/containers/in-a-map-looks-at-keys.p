// `in` asks for keys of a map, never for its values.
// verdict: violated: assertion @9
machine Main {
  start state Run {
    entry {
      var table: map[int, int];
      table[1] = 2;
      assert 1 in table;
      assert 2 in table;
    }
  }
}
