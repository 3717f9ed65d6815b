// A literal operand is limited to 10000.
fun Pick(): int {
  if (1 > 2) return choose(10000);
  return choose(10001);  //~ error: choose is limited to 10000
}
