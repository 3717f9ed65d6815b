// 'keys' and 'values' give sequences, 'sizeof' counts sequences, sets and maps.
type tAges = map[string, int];
fun Ages(): tAges { return default(tAges); }
machine Counter {
  var ages: tAges;
  var teams: map[int, set[machine]];
  start state Run {
    entry {
      var names: seq[string];
      var numbers: seq[int];
      var groups: seq[set[machine]];
      var n: int;
      names = keys(ages);
      numbers = values(ages);
      numbers = keys(teams);
      groups = values(teams);
      names = keys(Ages());
      n = sizeof(ages) + sizeof(names) + sizeof(teams[3]);
      n = sizeof(keys(ages)) - sizeof(values(Ages()));
      n = sizeof(groups[0]) * sizeof(default(seq[int]));
    }
  }
}
