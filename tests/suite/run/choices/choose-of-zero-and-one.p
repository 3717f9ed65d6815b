// choose(0) and choose(1) are 0.
// verdict: holds
// transitions: 1
// states: 2
machine Main {
  var n: int;
  start state Run {
    entry {
      var zero: int;
      n = choose(0) + choose(1) + choose(zero) + choose(zero + 1);
      assert n == 0;
    }
  }
}
