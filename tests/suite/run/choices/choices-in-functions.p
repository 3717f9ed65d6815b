// Functions choose for the machine that calls them, each call anew.
// verdict: holds
// transitions: 9
// states: 10
fun Pick(n: int): int { return choose(n); }
machine Main {
  var a: int;
  var b: int;
  fun Own(): int { return Pick(3); }
  start state Run { entry { a = Own(); b = Pick(3); } }
}
