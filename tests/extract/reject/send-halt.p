event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      send this, halt;  //~ error: cannot take 'halt'
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
