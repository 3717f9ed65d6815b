// Ten thousand outcomes are allowed, and all of them are tried.
// verdict: holds
// transitions: 10000
// states: 10001
machine Main {
  var n: int;
  start state Run { entry { n = choose(10000); } }
}
