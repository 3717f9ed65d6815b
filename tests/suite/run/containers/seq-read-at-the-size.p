// The last index is one less than the size.
// verdict: violated: index @10
machine Main {
  start state Run {
    entry {
      var list: seq[int];
      var n: int;
      list += (0, 5);
      n = list[0];
      n = list[1];
    }
  }
}
