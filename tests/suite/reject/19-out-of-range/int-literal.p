// Literals end at 2147483647.
fun Largest(): int {
  if (1 > 2) return 2147483647;
  return 2147483648;  //~ error: is too large
}
