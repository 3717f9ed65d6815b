event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      announce eX;  //~ error: does not support 'announce'
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
