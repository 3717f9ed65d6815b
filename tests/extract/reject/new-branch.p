event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      if ($) {
        new M(this);  //~ error: does not support 'new' in a loop or branch
      }
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
