// Assignment needs an element that is there.
// verdict: violated: index @9
machine Main {
  start state Run {
    entry {
      var list: seq[int];
      list += (0, 5);
      list[0] = 6;
      list[1] = 7;
    }
  }
}
