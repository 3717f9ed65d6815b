// What a choice was is forgotten when nothing depends on it.
// verdict: holds
// transitions: 2
// states: 3
machine Main {
  var odd: bool;
  start state Run { entry { var n: int; n = choose(6); odd = n % 2 == 1; } }
}
