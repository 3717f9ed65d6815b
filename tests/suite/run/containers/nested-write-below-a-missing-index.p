// A row that is not there has no cells to assign.
// verdict: violated: index @10
machine Main {
  start state Run {
    entry {
      var rows: seq[seq[int]];
      rows += (0, default(seq[int]));
      rows[0] += (0, 1);
      rows[0][0] = 2;
      rows[1][0] = 2;
    }
  }
}
