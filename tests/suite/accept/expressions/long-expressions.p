// Expressions may be long and deeply nested.
machine Deep {
  var cube: seq[seq[seq[map[int, (a: (b: (c: int)))]]]];
  start state Run {
    entry {
      var n: int;
      n = (((((((((((((((n + 1)) + 1)) + 1)) + 1)) + 1)) + 1)) + 1)) + 1);
      n = 1 + 2 - 3 + 4 - 5 + 6 - 7 + 8 - 9 + 10 - 11 + 12 - 13 + 14 - 15 + 16 - 17 + 18 - 19 + 20;
      n = cube[0][1][2][3].a.b.c;
      cube[cube[0][0][0][0].a.b.c][n][n + 1][-n].a.b.c = - - - - - - n;
      assert !!!!!!(n == 1 && n == 2 && n == 3 || n == 4 && !(n == 5 && !(n == 6 && !(n == 7))));
      n = sizeof(keys(values(values(default(map[int, map[int, map[int, int]]]))[0])[0]));
    }
  }
}
