// Each type has its default value, in variables without assignment and as `default`.
// verdict: holds
// states: 2
// transitions: 1
enum tColor { RED = 7, GREEN = 3, BLUE = 5 }
type tAll = (b: bool, n: int, x: float, s: string, e: event, m: machine, a: any, d: data, c: tColor,
             list: seq[int], few: set[int], table: map[int, int], pair: (int, string));
machine Main {
  var kept: tAll;
  fun Check(v: tAll) {
    assert !v.b && v.n == 0 && v.x == 0.0 && v.s == "";
    assert v.e == null && v.m == null && v.a == null && v.d == null;
    assert v.c == GREEN;
    assert sizeof(v.list) == 0 && sizeof(v.few) == 0 && sizeof(v.table) == 0;
    assert v.pair == (0, "");
  }
  start state Run {
    entry {
      var local: tAll;
      var ref: Main;
      Check(kept);
      Check(local);
      Check(default(tAll));
      assert kept == local && local == default(tAll);
      assert ref == default(Main) && default(int) == 0 && default(tColor) == GREEN;
      assert sizeof(default(map[int, tAll])) == 0;
      assert (ref as any) == null;
    }
  }
}
