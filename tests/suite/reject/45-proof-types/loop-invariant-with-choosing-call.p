// A loop invariant may not call what chooses.
invariant fine: true;
fun Flip(): bool { return $; }
fun Sum(numbers: set[int]): int {
  var n: int;
  var sum: int;
  foreach (n in numbers)
    invariant Flip();  //~ error: a proof may read the state, but not act or choose
  { sum = sum + n; }
  return sum;
}
