// Null equals null and nothing else.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var a: any;
      var d: data;
      var m: machine;
      var e: event;
      assert a == null && d == null && m == null && e == null;
      assert a == d && a == m && a == e;
      d = 0;
      assert d != null && a != d;
      a = "";
      assert a != null;
      a = default(seq[int]);
      assert a != null;
      m = this;
      assert m != null;
    }
  }
}
