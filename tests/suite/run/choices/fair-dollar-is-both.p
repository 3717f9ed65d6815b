// `$$` chooses like `$`: one step of it can go either way.
// verdict: holds
// transitions: 2
// states: 3
machine Main {
  var coin: bool;
  start state Run { entry { coin = $$; } }
}
