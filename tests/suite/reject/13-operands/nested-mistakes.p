// Each inner mistake is reported once and never again by the operators around it.
fun Compute(n: int, x: float, name: string): int {
  n = (n + x) * (n - name) + 1;  //~ error: operator '+' does not apply to int and float
  //~^ error: operator '-' does not apply to int and string
  x = -(x * true) + 2.5;  //~ error: operator '*' does not apply to float and bool
  if ((n < x) == (name > "a") && n < 3) {  //~ error: operator '<' does not apply to int and float
    return -(!(n > 2) + 1) * 4;  //~ error: operator '+' does not apply to bool and int
  }
  return n;
}
