// Order is not for bool.
fun Before(left: bool, right: bool): bool {
  if (left < right) return true;  //~ error: operator '<' does not apply to bool and bool
  return left >= true;  //~ error: operator '>=' does not apply to bool and bool
}
