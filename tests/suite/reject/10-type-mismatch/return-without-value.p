// A bare 'return' does not fit a result type that has no null.
fun Threshold(strict: bool): int {
  if (strict) {
    return;  //~ error: expected int, found null
  }
  return 1;
}
