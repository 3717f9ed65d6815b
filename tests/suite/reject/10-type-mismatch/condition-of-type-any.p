// A condition must be bool and nothing wider.
fun Decide(flag: any): int {
  if (flag) {  //~ error: expected bool, found any
    return 1;
  }
  return 0;
}
