// `$` is true in one run and false in another.
// verdict: holds
// transitions: 2
// states: 3
machine Main {
  var coin: bool;
  start state Run { entry { coin = $; } }
}
