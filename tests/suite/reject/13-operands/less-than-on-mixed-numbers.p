// Only values of one type are ordered.
fun Before(count: int, mean: float, name: string): bool {
  if (count < mean) return true;  //~ error: operator '<' does not apply to int and float
  if (name > count) return true;  //~ error: operator '>' does not apply to string and int
  return mean <= 3;  //~ error: operator '<=' does not apply to float and int
}
