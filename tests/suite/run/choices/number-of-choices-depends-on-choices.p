// How many outcomes a choice has may depend on the one before.
// verdict: holds
// transitions: 10
// states: 11
machine Main {
  var n: int;
  var k: int;
  start state Run {
    entry {
      n = choose(4);
      k = choose(n + 1);
      assert k <= n;
    }
  }
}
