// A call needs every argument.
fun Larger(left: int, right: int): int {
  if (left > right) return left;
  return right;
}
fun Largest(n: int): int {
  return Larger(n);  //~ error: 2 arguments, found 1
}
