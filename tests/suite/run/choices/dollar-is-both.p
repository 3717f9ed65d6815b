// `$` is true in one run and false in another.
// verdict: holds
// states: 3
machine Main {
  var coin: bool;
  start state Run { entry { coin = $; } }
}
