// A string is only added to a string.
fun Label(n: int): string {
  if (n > 0) return "node " + n;  //~ error: operator '+' does not apply to string and int
  return n + " node";  //~ error: operator '+' does not apply to int and string
}
