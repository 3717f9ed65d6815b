// 'return;' is accepted in a function whose result type accepts null.
machine Finder {
  fun Owner(): machine { return; }
  fun Kind(): event { return; }
  fun Thing(n: int): any { if (n == 0) return; return n; }
  start state Run { entry { print format("{0}", Thing(3)); } }
}
