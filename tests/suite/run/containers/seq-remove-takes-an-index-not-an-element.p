// What is removed from a sequence is named by its place.
// verdict: violated: index @12
machine Main {
  start state Run {
    entry {
      var list: seq[int];
      list += (0, 7);
      list += (1, 0);
      list -= (0);
      assert list[0] == 0;
      list += (0, 7);
      list -= (7);
    }
  }
}
