// In a model without end an error at some depth is still found.
// verdict: violated: assertion @10 30
event eTick;
machine Main {
  var n: int;
  start state Only {
    entry { send this, eTick; }
    on eTick do {
      n = n + 1;
      assert n < 30, format("{0}", n);
      send this, eTick;
    }
  }
}
