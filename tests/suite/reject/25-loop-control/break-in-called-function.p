// A function called from a loop is not inside that loop.
fun StopAt(n: int, limit: int) {
  if (n == limit)
    break;  //~ error: 'break' outside a loop
}

fun CountTo(limit: int): int {
  var n: int;
  while (n < 100) {
    StopAt(n, limit);
    n = n + 1;
  }
  return n;
}
