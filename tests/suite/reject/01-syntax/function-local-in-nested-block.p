// Locals cannot be declared in a nested block.
fun Clamp(n: int): int {
  if (n > 100) {
    var limit: int;  //~ error: found 'var'
    return 100;
  }
  return n;
}
