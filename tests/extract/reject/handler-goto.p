event eX;
event eN: int;
machine Main {
  start state S {
    entry { }
    on eX goto S;  //~ error: does not support 'goto'  //~ hint: handle events with 'receive'
  }
}
test tc [main=Main]: { Main };
