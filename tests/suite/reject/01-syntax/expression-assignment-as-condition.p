// '=' is no operator of expressions.
fun IsZero(n: int): bool {
  if (n = 0) return true;  //~ error: found '='
  return false;
}
