// Two iterations over one collection do not disturb each other.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var few: set[int];
      var a: int;
      var b: int;
      var pairs: set[(int, int)];
      few += (1);
      few += (2);
      few += (3);
      foreach (a in few) foreach (b in few) { pairs += ((a, b)); }
      assert sizeof(pairs) == 9 && (3, 1) in pairs && (2, 2) in pairs;
    }
  }
}
