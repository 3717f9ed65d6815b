// A global function that nobody calls is dead.
fun Double(n: int): int { return 2 * n; }

fun Quadruple(n: int): int {  //~ warning: function 'Quadruple' is never called
  return Double(Double(n));
}

machine Calculator {
  start state Run { entry { print format("{0}", Double(4)); } }
}
