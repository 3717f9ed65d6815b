// The variable of a foreach may be a field, a parameter or a local of exactly the element type.
type tItem = (id: int, tags: set[string]);
fun Count(items: seq[tItem], tag: string): int {
  var item: tItem;
  var n: int;
  foreach (item in items) {
    foreach (tag in item.tags) n = n + 1;
    if (n > 100) break;
    continue;
  }
  return n;
}

machine Store {
  var items: map[int, tItem];
  var current: int;
  var row: (id: int, tags: set[string]);
  start state Run {
    entry {
      foreach (current in keys(items)) { items -= (current); }
      foreach (row in values(items)) { print format("{0}", row.id); }
      foreach (current in default(set[int])) { }
    }
  }
}
