// Large sequences have an end too.
// verdict: violated: index @9
machine Main {
  start state Run {
    entry {
      var list: seq[int];
      while (sizeof(list) < 5000) { list += (sizeof(list), sizeof(list)); }
      assert list[4999] == 4999;
      assert list[5000] == 5000;
    }
  }
}
// once for naive
