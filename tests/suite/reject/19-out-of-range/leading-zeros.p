// Leading zeros are allowed and do not count.
fun Large(): int {
  if (1 > 2) return 0000000000002147483647;
  return 0000000000002147483648;  //~ error: is too large
}
