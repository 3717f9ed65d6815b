// The elements of a set can be read by index; together the indices give all of them.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var few: set[int];
      var seen: set[int];
      var list: seq[int];
      var n: int;
      few += (30);
      few += (10);
      few += (20);
      assert few[0] + few[1] + few[2] == 60;
      seen += (few[2]);
      seen += (few[1]);
      seen += (few[0]);
      assert seen == few;
      foreach (n in few) { list += (sizeof(list), n); }
      assert list[0] == few[0] && list[1] == few[1] && list[2] == few[2];
    }
  }
}
