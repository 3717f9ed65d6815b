// A return inside foreach does not count, the collection may be empty.
fun AnyMember(members: set[int]): int {  //~ error: not every path returns a value
  var m: int;
  foreach (m in members) {
    return m;
  }
}
