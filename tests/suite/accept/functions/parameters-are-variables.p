// Parameters are local variables: they can be assigned, indexed, changed and used as loop variables.
fun Sum(numbers: seq[int], n: int): int {
  var total: int;
  foreach (n in numbers) { total = total + n; }
  numbers -= (0);
  numbers += (0, total);
  n = numbers[0];
  return n;
}

fun Rename2(row: (name: string, tags: set[string]), name: string): (name: string, tags: set[string]) {
  row.tags += (row.name);
  row.name = name;
  name = "";
  return row;
}

machine User {
  start state Run {
    entry (seed: int) { seed = seed + 1; assert seed == Sum(default(seq[int]), seed); }
  }
}
