// Changing the variable of a foreach does not change the element.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var rows: seq[seq[int]];
      var row: seq[int];
      var sum: int;
      rows += (0, row);
      rows += (1, row);
      foreach (row in rows) { row += (0, 7); sum = sum + sizeof(row); }
      assert sum == 2 && sizeof(rows[0]) == 0 && sizeof(rows[1]) == 0 && row[0] == 7;
    }
  }
}
