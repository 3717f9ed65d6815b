// Values of type any can be nested without end; Synod follows them only so far, and says so.
// verdict: unknown
machine Main {
  start state Only {
    entry {
      var s: seq[any];
      var x: any;
      var i: int;
      while (i < 1000) { s = default(seq[any]); s += (0, x); x = s; i = i + 1; }
      assert x != null;
    }
  }
}
// not for naive
