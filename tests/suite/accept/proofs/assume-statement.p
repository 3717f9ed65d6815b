// 'assume' takes a bool and optionally a message; 'assume false' ends a path of a function.
event eAdd: (n: int);
machine Adder {
  var total: int;
  start state Run {
    on eAdd do (a: (n: int)) {
      assume a.n > 0;
      assume total >= 0, "never negative";
      assume forall (m: machine) :: m is Adder, format("{0}", total);
      if (a.n > 9) assume false; else assume (true);
      total = total + a.n + Impossible() + Digit(a.n);
    }
  }
  fun Impossible(): int { assume false; }
  fun Digit(n: int): int { if (n < 10) return n; else { assume false, "no digit"; } }
}
axiom true;
