// choose() is a bool.
// verdict: holds
// transitions: 2
// states: 3
machine Main {
  var coin: bool;
  start state Run { entry { coin = choose(); } }
}
