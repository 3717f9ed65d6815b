// Copies cost no more than a reference as long as nobody changes them.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var row: seq[int];
      var rows: seq[seq[int]];
      while (sizeof(row) < 1000) { row += (sizeof(row), 1); }
      while (sizeof(rows) < 1000) { rows += (sizeof(rows), row); }
      rows[500][500] = 2;
      assert rows[0] == rows[999] && rows[500] != rows[999] && rows[500][500] == 2 && rows[499][500] == 1;
    }
  }
}
