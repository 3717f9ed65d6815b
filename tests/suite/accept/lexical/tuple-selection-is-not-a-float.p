// After an operand a point always selects: 'x.0.1' is two selections, never the float 0.1.
machine Table {
  var grid: ((int, int), (float, bool));
  var rows: seq[(int, (bool, int))];
  start state Ready {
    entry {
      var n: int;
      var ratio: float;
      n = grid.0.1;
      n = grid.0 .1;
      n = grid . 0 . 1;
      grid.0.1 = 3;
      grid.1.1 = true;
      ratio = grid.1.0 + 0.1;
      n = ((1, 2), 3).0.1;
      n = rows[0].1.1;
      rows[0].1.0 = false;
      assert grid.1.0 > 0.1 && rows[n].1.0;
    }
  }
}
