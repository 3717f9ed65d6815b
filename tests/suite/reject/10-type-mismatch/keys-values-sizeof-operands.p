// 'keys' and 'values' take maps; 'sizeof' takes collections and no strings.
fun Measure(log: seq[int], members: set[int], name: string): int {
  var found: seq[int];
  found = keys(log);  //~ error: needs a map, found seq[int]
  found = values(members);  //~ error: needs a map, found set[int]
  return sizeof(name);  //~ error: needs a seq, set or map, found string
}
