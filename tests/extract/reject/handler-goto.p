event eX;
event eN: int;
machine Main {
  start state S {
    entry { }
    on eX goto S;  //~ error: cannot take 'goto'  //~ hint: take events with 'receive'
  }
}
test tc [main=Main]: { Main };
