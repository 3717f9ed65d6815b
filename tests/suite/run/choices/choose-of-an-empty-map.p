// There is nothing to choose from an empty map.
// verdict: violated: choose @8
machine Main {
  start state Run {
    entry {
      var table: map[int, int];
      var n: int;
      n = choose(table);
    }
  }
}
