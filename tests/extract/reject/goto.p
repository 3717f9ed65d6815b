event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      goto S;  //~ error: the sequential engine does not support 'goto'
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
