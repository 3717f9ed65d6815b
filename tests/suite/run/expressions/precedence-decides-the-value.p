// Which operator binds closer shows in the result.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var p: (list: seq[int], n: int);
      var few: set[bool];
      p.list += (0, 4);
      p.n = 10;
      assert 2 + 3 * 4 == 14 && 20 - 5 - 3 == 12 && 24 / 4 / 2 == 3;
      assert -p.list[0] + p.n == 6 && -p.n % 4 == -2;
      assert 7 / 2 to float == 3.0;
      assert 1 + 1 in p.list == false && true != 2 > 3;
      assert true || true && false;
      few += (false);
      assert !true in few;
    }
  }
}
