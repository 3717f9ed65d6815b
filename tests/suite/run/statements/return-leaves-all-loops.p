// return ends the function from the depth of its loops.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  fun Find(rows: seq[seq[int]], wanted: int): int {
    var row: seq[int];
    var n: int;
    var steps: int;
    foreach (row in rows) {
      foreach (n in row) {
        while (true) {
          steps = steps + 1;
          if (n == wanted) return steps;
          break;
        }
      }
    }
    return -steps;
  }
  start state Run {
    entry {
      var rows: seq[seq[int]];
      rows += (0, default(seq[int]));
      rows += (1, default(seq[int]));
      rows[0] += (0, 4);
      rows[1] += (0, 5);
      rows[1] += (1, 6);
      assert Find(rows, 4) == 1 && Find(rows, 5) == 2 && Find(rows, 6) == 3 && Find(rows, 7) == -3;
    }
  }
}
