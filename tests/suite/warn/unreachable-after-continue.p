// A statement after continue is never executed.
fun SumOdd(limit: int): int {
  var i: int;
  var total: int;
  while (i < limit) {
    i = i + 1;
    if (i % 2 == 0) {
      continue;
      total = 0;  //~ warning: unreachable statement
    }
    total = total + i;
  }
  return total;
}

machine Adder {
  start state Run { entry { print format("{0}", SumOdd(9)); } }
}
