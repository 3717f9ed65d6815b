// Arithmetic is not for bool.
fun Both(left: bool, right: bool): bool {
  if (left) return left + right;  //~ error: operator '+' does not apply to bool and bool
  return left * right;  //~ error: operator '*' does not apply to bool and bool
}
