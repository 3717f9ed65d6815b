// The minus sign is no part of the literal, so the smallest 32-bit number cannot be written down.
fun Smallest(): int {
  if (1 > 2) return -2147483647;
  return -2147483648;  //~ error: is too large
}
