// Functions return tuples, collections, events and machines, to be used in place.
// verdict: holds
// states: 2
// transitions: 1
event eJob: int;
machine Main {
  fun Pair(n: int): (a: int, b: (int, int)) { return (a = n, b = (n + 1, n + 2)); }
  fun List(n: int): seq[int] { var list: seq[int]; while (n > 0) { list += (0, n); n = n - 1; } return list; }
  fun Table(): map[string, seq[int]] { var m: map[string, seq[int]]; m["x"] = List(3); return m; }
  fun Which(up: bool): event { if (up) return eJob; return halt; }
  fun Me(): machine { return this; }
  fun Nobody(): machine { return null; }
  start state Run {
    entry {
      assert Pair(1).b.1 == 3 && Pair(Pair(5).a).b.0 == 6;
      assert List(4)[3] == 4 && sizeof(List(0)) == 0 && 2 in List(2);
      assert Table()["x"][2] == 3;
      assert Which(true) == eJob && Which(false) == halt;
      assert Me() == this && Nobody() == null;
    }
  }
}
