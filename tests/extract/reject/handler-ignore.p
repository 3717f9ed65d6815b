event eX;
event eN: int;
machine Main {
  start state S {
    entry { }
    ignore eX;  //~ error: does not support 'ignore'  //~ hint: handle events with 'receive'
  }
}
test tc [main=Main]: { Main };
