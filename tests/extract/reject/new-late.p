event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      send this, eX;
      new M(this);  //~ error: does not support 'new' after a 'send' or 'receive'  //~ hint: create all machines first
      receive { case eX: { } }
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
