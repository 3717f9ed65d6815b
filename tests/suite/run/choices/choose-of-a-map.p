// choose of a map is one of its keys.
// verdict: holds
// transitions: 3
// states: 4
machine Main {
  var picked: int;
  start state Run {
    entry {
      var table: map[int, string];
      table[7] = "seven";
      table[8] = "eight";
      table[9] = "seven";
      picked = choose(table);
      assert picked in table && picked > 6 && picked < 10;
    }
  }
}
