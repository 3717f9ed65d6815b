// continue skips the rest of the body: a while tests again, a foreach takes the next element.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var n: int;
      var odd: int;
      var list: seq[int];
      while (n < 10) {
        n = n + 1;
        if (n % 2 == 0) continue;
        odd = odd + n;
      }
      assert odd == 25 && n == 10;
      list += (0, 1);
      list += (1, 2);
      list += (2, 3);
      odd = 0;
      foreach (n in list) {
        if (n == 2) { continue; }
        odd = odd + n;
        continue;
        assert false;
      }
      assert odd == 4 && n == 3;
    }
  }
}
