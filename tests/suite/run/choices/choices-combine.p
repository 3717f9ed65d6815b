// Choices of one step are independent: every combination is a state.
// verdict: holds
// transitions: 12
// states: 13
machine Main {
  var coin: bool;
  var die: int;
  var fair: bool;
  start state Run { entry { coin = $; die = choose(3); fair = $$; } }
}
