// Sequences, sets and maps nest in each other and in tuples.
type tTable = map[(int, bool), seq[set[map[string, data]]]];
event eTable: (table: tTable, rows: seq[(int, set[float])]);
machine Keeper {
  var table: tTable;
  var cube: seq[seq[seq[int]]];
  var groups: set[set[set[machine]]];
  var lookup: map[map[int, int], map[set[int], map[seq[int], event]]];
  var pairs: set[(seq[int], (ids: set[int]))];
  start state Run {
    on eTable do (t: (table: tTable, rows: seq[(int, set[float])])) {
      table = t.table;
      cube[0][0] += (0, sizeof(table[(1, true)][0]));
      groups += (default(set[set[machine]]));
      lookup[default(map[int, int])][default(set[int])][cube[0][0]] = eTable;
      pairs += ((cube[0][0], (ids = default(set[int]),)));
    }
  }
}
