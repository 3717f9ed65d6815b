// 'foreach' needs 'in' between the variable and the collection.
fun Sum(numbers: seq[int]): int {
  var n, total: int;
  foreach (n of numbers) total = total + n;  //~ error: found 'of'
  return total;
}
