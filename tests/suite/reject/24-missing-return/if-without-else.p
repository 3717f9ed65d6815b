// An if without else does not return on every path.
fun Sign(n: int): int {  //~ error: not every path returns a value
  if (n < 0) return -1;
  if (n > 0) return 1;
}
