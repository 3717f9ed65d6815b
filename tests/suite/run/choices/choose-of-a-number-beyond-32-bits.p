// The limit is not fooled by a number whose low half is small.
// verdict: violated: choose @7
machine Main {
  start state Run {
    entry {
      var n: int;
      n = choose(65536 * 65536 + 2);
    }
  }
}
