// The body of a foreach may change the collection: the iteration goes over what it was at the start.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var list: seq[int];
      var few: set[int];
      var n: int;
      var rounds: int;
      list += (0, 1);
      list += (1, 2);
      foreach (n in list) { list += (0, n + 10); rounds = rounds + 1; }
      assert rounds == 2 && sizeof(list) == 4 && list[0] == 12 && n == 2;
      foreach (n in list) { list = default(seq[int]); rounds = rounds + 1; }
      assert rounds == 6 && sizeof(list) == 0 && n == 2;
      few += (1);
      few += (2);
      foreach (n in few) { few -= (n); few += (n + 100); }
      assert sizeof(few) == 2 && 101 in few && 102 in few;
    }
  }
}
