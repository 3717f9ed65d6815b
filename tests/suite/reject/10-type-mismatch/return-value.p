// The returned value must fit the result type.
fun Threshold(strict: bool): int {
  if (strict) {
    return "all";  //~ error: expected int, found string
  }
  return strict;  //~ error: expected int, found bool
}
