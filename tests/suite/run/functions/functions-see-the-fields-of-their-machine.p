// Two machines of one kind have fields of their own, and a function works on those of its caller.
// verdict: holds
// states: 4
// transitions: 3
machine Counter {
  var count: int;
  fun Add(n: int): int { count = count + n; return count; }
  start state Run {
    entry (step: int) { assert Add(step) == step && Add(step) == 2 * step; }
  }
}
machine Main {
  start state Run {
    entry { new Counter(1); new Counter(5); }
  }
}
