// A comparison gives a bool, so comparisons do not chain.
fun Between(low: int, n: int, high: int): bool {
  return low < n < high;  //~ error: operator '<' does not apply to bool and int
}
event eBetween;
