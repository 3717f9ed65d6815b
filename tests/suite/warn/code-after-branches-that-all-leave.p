// Code after an if whose branches both return, and after a certain failure.
fun Pick(b: bool): int {
  if (b) { return 1; } else { return 2; }
  return 3;  //~ warning: unreachable statement
}
fun Fail() {
  assert false, "no way";
  print "never";  //~ warning: unreachable statement
}
machine Main { start state S { entry { var n: int; n = Pick(true); if (n > 1) Fail(); } } }
