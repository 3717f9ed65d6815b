event eX;
event eN: int;
machine Main {
  start state S {
    entry { }
    exit { }  //~ error: cannot take an exit function
  }
}
test tc [main=Main]: { Main };
