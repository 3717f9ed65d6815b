// After the loop has ended a break is outside of it.
fun Sum(numbers: seq[int]): int {
  var i: int;
  var total: int;
  while (i < sizeof(numbers)) {
    total = total + numbers[i];
    i = i + 1;
    if (total > 1000) break;
  }
  break;  //~ error: 'break' outside a loop
  return total;
}
