// A search that stops at its limit does not claim to have seen everything.
// verdict: holds
// transitions: 100
// states: 101
// run: --max-states=50
// verdict: unknown
machine Main {
  var n: int;
  start state Run { entry { n = choose(100); } }
}
