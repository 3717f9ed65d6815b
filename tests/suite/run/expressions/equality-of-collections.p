// Sequences compare in order; sets and maps compare without one.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var a: seq[int];
      var b: seq[int];
      var few: set[int];
      var same: set[int];
      var m: map[int, string];
      var n: map[int, string];
      a += (0, 1);
      a += (1, 2);
      b += (0, 1);
      b += (0, 2);
      assert a != b && b[0] == a[1];
      b -= (0);
      assert a != b;
      b += (1, 2);
      assert a == b;
      few += (1);
      few += (2);
      same += (2);
      same += (1);
      assert few == same;
      same -= (1);
      assert few != same;
      m[1] = "one";
      m[2] = "two";
      n[2] = "two";
      assert m != n;
      n[1] = "one";
      assert m == n;
      n[1] = "ONE";
      assert m != n;
    }
  }
}
