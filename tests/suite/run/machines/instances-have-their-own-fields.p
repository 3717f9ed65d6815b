// Two machines of one declaration share nothing.
// verdict: holds
// states: 6
// transitions: 5
event eAdd;
machine Main {
  start state Only {
    entry {
      var a: machine;
      var b: machine;
      a = new Counter(1);
      b = new Counter(1);
      send a, eAdd;
      send b, eAdd;
    }
  }
}
machine Counter {
  var n: int;
  start state Only {
    entry (first: int) { assert n == 0; n = first; }
    on eAdd do { n = n + 1; assert n == 2; }
  }
}
