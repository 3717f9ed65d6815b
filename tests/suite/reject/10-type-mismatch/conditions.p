// Conditions must be bool.
fun Countdown(n: int): int {
  if (n) {  //~ error: expected bool, found int
    return 0;
  }
  while (n - 1) {  //~ error: expected bool, found int
    n = n - 1;
  }
  return n;
}
