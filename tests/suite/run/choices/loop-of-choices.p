// A loop that a choice ends has infinitely many ways, but only three ends.
// verdict: holds
// states: 4
// transitions: 3
machine Main {
  var n: int;
  start state Only { entry { while ($) { n = (n + 1) % 3; } } }
}
