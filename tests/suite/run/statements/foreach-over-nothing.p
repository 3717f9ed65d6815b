// A foreach over an empty collection leaves its variable alone.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var n: int;
      n = 7;
      foreach (n in default(seq[int])) { assert false; }
      foreach (n in default(set[int])) { assert false; }
      foreach (n in keys(default(map[int, int]))) { assert false; }
      assert n == 7;
    }
  }
}
