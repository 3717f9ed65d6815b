// The message of an assertion that holds is never computed.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  var calls: int;
  fun Explain(): string { calls = calls + 1; return "why"; }
  start state Run {
    entry {
      var list: seq[int];
      assert true, Explain();
      assert sizeof(list) == 0, format("{0}", list[0]);
      assert calls == 0;
    }
  }
}
