// The condition of a while is computed before every round, also the first one.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  var tests: int;
  fun Below(n: int): bool { tests = tests + 1; return n < 3; }
  start state Run {
    entry {
      var n: int;
      while (Below(n)) n = n + 1;
      assert n == 3 && tests == 4;
      while (Below(n)) { assert false; }
      assert tests == 5;
      while (false) { assert false; }
    }
  }
}
