event eX;
event eN: int;
machine Main {
  start state S {
    entry { }
    ignore eX;  //~ error: cannot take 'ignore'  //~ hint: take events with 'receive'
  }
}
test tc [main=Main]: { Main };
