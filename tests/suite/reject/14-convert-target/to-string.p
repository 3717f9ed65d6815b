// Nothing converts to a string; that is what 'format' is for.
fun Label(n: int): string {
  if (n < 0) return format("{0}", n);
  return n to string;  //~ error: cannot convert to string
}
