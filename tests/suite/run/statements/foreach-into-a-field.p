// The variable of a foreach may be a field, which the body's calls see.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  var current: int;
  var sum: int;
  fun Add() { sum = sum + current; current = 100; }
  start state Run {
    entry {
      var list: seq[int];
      list += (0, 1);
      list += (1, 2);
      foreach (current in list) { Add(); }
      assert sum == 3 && current == 100;
    }
  }
}
