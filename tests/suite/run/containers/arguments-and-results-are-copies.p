// A function that changes its parameter changes nothing of the caller's.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  var kept: seq[int];
  fun Spoil(list: seq[int]): seq[int] {
    list += (0, 99);
    kept += (0, 5);
    assert sizeof(list) == 2 && sizeof(kept) == 2;
    return list;
  }
  fun Give(): seq[int] { return kept; }
  start state Run {
    entry {
      var got: seq[int];
      kept += (0, 1);
      got = Spoil(kept);
      assert got[0] == 99 && got[1] == 1 && kept[0] == 5 && kept[1] == 1;
      got = Give();
      got -= (0);
      assert sizeof(kept) == 2;
    }
  }
}
