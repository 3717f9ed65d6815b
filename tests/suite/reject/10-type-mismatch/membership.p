// The left side of 'in' must fit the elements or the keys on the right.
fun Known(log: seq[int], members: set[string], names: map[int, string]): bool {
  if ("first" in log) return true;  //~ error: expected int, found string
  if (3 in members) return true;  //~ error: expected string, found int
  return "anna" in names;  //~ error: expected int, found string
}
