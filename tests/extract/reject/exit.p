event eX;
event eN: int;
machine Main {
  start state S {
    entry { }
    exit { }  //~ error: does not support an exit function
  }
}
test tc [main=Main]: { Main };
