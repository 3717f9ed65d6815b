// A typedef is another name for the same type, so values pass without a cast.
// verdict: holds
// states: 2
// transitions: 1
type tId = int;
type tIds = seq[tId];
type tRow = (id: tId, more: tIds);
machine Main {
  fun Sum(row: (id: int, more: seq[int])): tId {
    var n: int;
    foreach (n in row.more) { row.id = row.id + n; }
    return row.id;
  }
  start state Run {
    entry {
      var row: tRow;
      var hidden: any;
      row = (id = 1, more = default(tIds));
      row.more += (0, 2);
      hidden = row;
      assert Sum(row) + 1 == 4 && (hidden as (id: int, more: seq[int])) == row;
    }
  }
}
