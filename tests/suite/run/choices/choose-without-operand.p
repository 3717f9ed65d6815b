// choose() is a bool.
// verdict: holds
// states: 3
machine Main {
  var coin: bool;
  start state Run { entry { coin = choose(); } }
}
