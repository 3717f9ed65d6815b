// Of two operands that both fail, the left one is reported.
// verdict tc___leftDivides_true: violated: division-by-zero @10
// verdict tc___leftDivides_false: violated: index @11
param leftDivides: bool;
machine Main {
  start state Run {
    entry {
      var zero: int;
      var list: seq[int];
      if (leftDivides) zero = 1 / zero + list[9];
      else zero = list[9] + 1 / zero;
    }
  }
}
test param (leftDivides in [true, false]) tc [main=Main]: { Main };
