event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      var all: set[machine];
      assert !(this in all);  //~ error: does not support the operator 'in'
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
