// Parameters and locals form one scope.
fun Sum(numbers: seq[int]): int {
  var total: int;
  var numbers: seq[int];  //~ error: 'numbers' is already declared
  return total;
}
