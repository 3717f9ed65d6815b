event eX;
event eN: int;
machine Main {
  start state S {
    entry { }
    defer eX;  //~ error: does not support 'defer'  //~ hint: handle events with 'receive'
  }
}
test tc [main=Main]: { Main };
