// There is no mixed arithmetic.
fun Mean(sum: int, count: int): float {
  return sum + 2.0;  //~ error: operator '+' does not apply to int and float
}
fun Scale(x: float): float {
  return x * 2;  //~ error: operator '*' does not apply to float and int
}
