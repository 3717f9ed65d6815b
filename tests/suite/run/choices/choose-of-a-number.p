// choose(n) is each of 0 to n - 1, and nothing else.
// verdict: holds
// transitions: 5
// states: 6
machine Main {
  var n: int;
  start state Run {
    entry {
      n = choose(5);
      assert n >= 0 && n < 5;
    }
  }
}
