// Doubled braces are literal ones, so both sides must be doubled.
fun Render(n: int): string {
  if (n > 0) return format("total {{{0}}}", n);
  if (n < 0) return format("total {{0}", n);  //~ error: bad placeholder
  return format("total {0}}", n);  //~ error: bad placeholder
}
