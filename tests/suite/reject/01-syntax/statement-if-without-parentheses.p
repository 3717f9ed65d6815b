// The condition of 'if' stands in parentheses.
fun Clamp(n: int): int {
  if n > 100 return 100;  //~ error: found 'n'
  return n;
}
