// Two locals of one function cannot share a name.
fun Sum(numbers: seq[int]): int {
  var n, total: int;
  var n: bool;  //~ error: 'n' is already declared
  return total;
}
