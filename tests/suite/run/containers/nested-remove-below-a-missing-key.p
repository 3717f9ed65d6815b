// Removing something from a collection that is not there is an error, unlike removing what is not in one.
// verdict: violated: key @9
machine Main {
  start state Run {
    entry {
      var groups: map[string, set[int]];
      groups["a"] = default(set[int]);
      groups["a"] -= (1);
      groups["b"] -= (1);
    }
  }
}
