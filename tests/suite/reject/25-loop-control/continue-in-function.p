// A continue needs a loop around it.
fun Clamp(n: int): int {
  if (n > 10) {
    continue;  //~ error: 'continue' outside a loop
  }
  return n;
}
