event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      Again();
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
fun Again() { Again(); }  //~ error: does not support a function that calls itself
test tc [main=Main]: { Main, M };
