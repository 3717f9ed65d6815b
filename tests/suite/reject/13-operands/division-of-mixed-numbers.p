// Both operands of a division have the same type.
fun Ratio(part: int, whole: float): float {
  if (whole > 1.0) return part / whole;  //~ error: operator '/' does not apply to int and float
  return whole / 100;  //~ error: operator '/' does not apply to float and int
}
