// All locals of a function come before its first statement.
fun Twice(n: int): int {
  n = n * 2;
  var result: int;  //~ error: found 'var'
  return n;
}
