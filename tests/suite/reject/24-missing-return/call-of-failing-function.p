// A call does not end the path, even if the callee always fails.
fun Fail(reason: string) {
  assert false, reason;
}

fun Lookup(table: map[int, int], key: int): int {  //~ error: not every path returns a value
  if (key in table) {
    return table[key];
  } else {
    Fail("no such key");
  }
}
