// A call with an undefined argument and a wrong number of arguments gives two errors.
fun Larger(left: int, right: int): int {
  if (left > right) return left;
  return right;
}
fun Largest(): int {
  return Larger(missing);  //~ error: no variable named 'missing'
  //~^ error: 2 arguments, found 1
}
