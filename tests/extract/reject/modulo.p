event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      var n: int;
      n = n % 2;  //~ error: does not support the operator '%'
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
