// Equal sets and maps give their elements in the same order, however they were made.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  fun Walk(few: set[int]): seq[int] {
    var list: seq[int];
    var n: int;
    foreach (n in few) { list += (sizeof(list), n); }
    return list;
  }
  start state Run {
    entry {
      var a: set[int];
      var b: set[int];
      var m: map[int, int];
      var n: map[int, int];
      a += (5); a += (1); a += (3);
      b += (1); b += (9); b += (3); b += (5); b -= (9);
      assert a == b && Walk(a) == Walk(b) && a[0] == b[0];
      m[5] = 50; m[1] = 10;
      n[1] = 10; n[7] = 70; n[5] = 50; n -= (7);
      assert m == n && keys(m) == keys(n) && values(m) == values(n);
      assert format("{0}{1}", a, m) == format("{0}{1}", b, n);
    }
  }
}
