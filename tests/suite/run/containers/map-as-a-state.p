// Maps that are equal make equal states, also after detours.
// verdict: holds
// transitions: 3
// states: 4
machine Main {
  var table: map[int, int];
  start state Run {
    entry {
      var n: int;
      n = choose(6);
      table[n] = 0;
      table[n % 3] = 1;
      if (n > 2) table -= (n);
    }
  }
}
