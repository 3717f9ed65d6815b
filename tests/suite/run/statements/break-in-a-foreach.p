// break ends a foreach, whose variable keeps the element it had.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var list: seq[int];
      var n: int;
      var rounds: int;
      list += (0, 5);
      list += (1, 6);
      list += (2, 7);
      foreach (n in list) {
        if (n == 6) break;
        rounds = rounds + 1;
      }
      assert n == 6 && rounds == 1;
      foreach (n in list) { while (true) { break; } rounds = rounds + 1; }
      assert n == 7 && rounds == 4;
    }
  }
}
