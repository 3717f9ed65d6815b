// Nothing converts to a collection.
fun Wrap(n: int, members: set[int]): seq[int] {
  var names: map[int, int];
  names = n to map[int, int];  //~ error: cannot convert to
  members = n to set[int];  //~ error: cannot convert to set[int]
  return members to seq[int];  //~ error: cannot convert to seq[int]
}
