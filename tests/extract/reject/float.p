event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      var x: float;
      x = 1.5;  //~ error: does not support a float
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
