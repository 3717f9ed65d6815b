// 'foreach' does not declare its variable.
fun CountAll(numbers: seq[int]): int {
  var total: int;
  foreach (n in numbers) {  //~ error: no variable named 'n'
    total = total + 1;
  }
  return total;
}
