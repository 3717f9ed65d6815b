// Only assert false ends a path, an assert with a condition does not.
fun Divide(a: int, b: int): int {  //~ error: not every path returns a value
  if (b != 0) return a / b;
  assert b != 0, "division by zero";
}
