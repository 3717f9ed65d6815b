// An index that needs more than 32 bits is not cut down to them.
// verdict: violated: index @9
machine Main {
  start state Run {
    entry {
      var list: seq[int];
      var n: int;
      list += (0, 5);
      n = list[65536 * 65536];
    }
  }
}
