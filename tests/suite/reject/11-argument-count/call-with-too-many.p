// A call takes no more arguments than there are parameters.
fun Double(n: int): int { return n * 2; }
fun Now(): int;
fun Schedule(): int {
  var at: int;
  at = Now(1);  //~ error: found 1
  return Double(at, 2, 3);  //~ error: 1 argument, found 3
}
