// A part taken out of a value, and a part put into two, go their own ways too.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  var kept: seq[int];
  start state Run {
    entry {
      var rows: seq[seq[int]];
      var row: seq[int];
      var pair: (seq[int], seq[int]);
      var table: map[int, int];
      row += (0, 1);
      kept = row;
      rows += (0, row);
      rows += (1, rows[0]);
      rows[0][0] = 2;
      assert row[0] == 1 && kept[0] == 1 && rows[1][0] == 1;
      row[0] = 3;
      assert rows[0][0] == 2 && kept[0] == 1;
      pair = (row, row);
      pair.0[0] = 4;
      assert pair.1[0] == 3 && row[0] == 3;
      row = rows[0];
      row[0] = 5;
      assert rows[0][0] == 2;
      rows[1] = rows[0];
      rows[1] += (0, 6);
      assert sizeof(rows[0]) == 1 && sizeof(rows[1]) == 2;
      kept += (0, 7);
      assert sizeof(row) == 1;
      table[1] = 2;
      row = keys(table);
      row[0] = 8;
      assert 1 in table && !(8 in table) && keys(table)[0] == 1;
      row = default(seq[int]);
      row += (0, 9);
      assert sizeof(default(seq[int])) == 0;
    }
  }
}
