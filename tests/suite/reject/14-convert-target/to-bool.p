// Nothing converts to bool.
fun IsSet(n: int): bool {
  if (n < 0) return n != 0;
  return n to bool;  //~ error: cannot convert to bool
}
