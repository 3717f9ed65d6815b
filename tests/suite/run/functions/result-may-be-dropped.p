// A call as a statement drops the result, but not what the function did.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  var calls: int;
  fun Next(): int { calls = calls + 1; return calls; }
  start state Run {
    entry {
      Next();
      Next();
      assert Next() == 3 && calls == 3;
    }
  }
}
