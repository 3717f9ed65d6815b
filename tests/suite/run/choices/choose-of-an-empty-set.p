// There is nothing to choose from an empty set.
// verdict: violated: choose @8
machine Main {
  start state Run {
    entry {
      var few: set[int];
      var n: int;
      n = choose(few);
    }
  }
}
