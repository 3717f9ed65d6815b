// What counts as a runaway is counted for each step anew.
// verdict: holds
// states: 7
// transitions: 6
event eRound;
machine Main {
  var rounds: int;
  start state Run {
    entry { send this, eRound; }
    on eRound do {
      var n: int;
      while (n < 50000) { n = n + 1; }
      rounds = rounds + 1;
      if (rounds < 5) send this, eRound;
    }
  }
}
