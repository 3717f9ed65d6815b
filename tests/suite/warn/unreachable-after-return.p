// A statement after return is never executed.
fun Limit(n: int): int {
  if (n > 10) {
    return 10;
    print "limited";  //~ warning: unreachable statement
  }
  return n;
}

machine Meter {
  start state Run { entry { print format("{0}", Limit(12)); } }
}
