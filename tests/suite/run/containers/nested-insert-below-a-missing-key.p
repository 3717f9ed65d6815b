// `+=` needs the collection it adds to.
// verdict: violated: key @11
machine Main {
  start state Run {
    entry {
      var groups: map[string, set[int]];
      groups["a"] = default(set[int]);
      groups["a"] += (1);
      groups["a"] += (2);
      assert sizeof(groups["a"]) == 2;
      groups["b"] += (1);
    }
  }
}
