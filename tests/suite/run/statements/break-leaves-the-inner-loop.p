// break ends the loop it stands in, and only that one.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var i: int;
      var j: int;
      var rounds: int;
      while (i < 3) {
        j = 0;
        while (true) {
          if (j == 2) break;
          j = j + 1;
          rounds = rounds + 1;
        }
        i = i + 1;
      }
      assert i == 3 && rounds == 6;
      while (true) { i = i + 1; { if (i > 5) { break; } } }
      assert i == 6;
    }
  }
}
