// The variable of a 'foreach' may be a local, a parameter or a field.
event eBatch: seq[int];
machine Sorter {
  var current: int;
  var names: set[string];
  start state Run {
    on eBatch do (batch: seq[int]) {
      foreach (current in batch) Note(current, "batch");
    }
  }
  fun Note(n: int, name: string): int {
    foreach (name in names) print name;
    foreach (n in default(seq[int])) return n;
    foreach (n in keys(default(map[int, bool]))) { }
    return n + current;
  }
}
