// The entries of a map are shown in the order of the texts of their keys alone.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var table: map[string, int];
      table["a!"] = 2;
      table["a"] = 1;
      assert format("{0}", table) == "(<a->1>, <a!->2>)", format("{0}", table);
    }
  }
}
