// `&&` and `||` do not look at their right side when the left one decides.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  var calls: int;
  fun Count(result: bool): bool { calls = calls + 1; return result; }
  start state Run {
    entry {
      var zero: int;
      assert !(false && 1 / zero == 1);
      assert true || 1 / zero == 1;
      assert !(Count(false) && Count(true)) && calls == 1;
      assert (Count(true) || Count(true)) && calls == 2;
      assert (Count(false) || Count(true)) && calls == 4;
      assert !(Count(true) && Count(false) && Count(true)) && calls == 6;
    }
  }
}
