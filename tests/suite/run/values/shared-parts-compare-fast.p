// Two values whose parts are shared: written out they have 2^40 parts each.
// verdict: holds
machine Main {
  start state Only {
    entry {
      var a: any;
      var b: any;
      var i: int;
      while (i < 40) { a = (a, a); b = (b, b); i = i + 1; }
      assert a == b;
      b = (b, 1);
      assert a != b;
    }
  }
}
// not for naive
