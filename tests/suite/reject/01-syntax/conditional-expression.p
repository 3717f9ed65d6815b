// A stray character is one mistake, whatever it does to the statement.
fun Max(a: int, b: int): int {
  return a > b ? a : b;  //~ error: unexpected character '?'
}
