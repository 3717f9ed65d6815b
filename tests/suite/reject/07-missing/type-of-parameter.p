// An undeclared type in a parameter; calls of the function give no further errors.
fun Apply(op: tOperation, n: int): int {  //~ error: no type named 'tOperation'
  return n;
}
fun ApplyTwice(n: int): int {
  return Apply(1, Apply("negate", n));
}
