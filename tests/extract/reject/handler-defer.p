event eX;
event eN: int;
machine Main {
  start state S {
    entry { }
    defer eX;  //~ error: cannot take 'defer'  //~ hint: take events with 'receive'
  }
}
test tc [main=Main]: { Main };
