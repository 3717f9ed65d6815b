// Where a placeholder is bad the number of arguments is not judged; the arguments are.
fun Render(n: int): string {
  if (n > 0) return format("{a} {b}", n);  //~ error: bad placeholder
  return format("{x}",  //~ error: bad placeholder
    n + true);  //~ error: operator '+' does not apply to int and bool
}
