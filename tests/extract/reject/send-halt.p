event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      send this, halt;  //~ error: does not support 'halt'
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
