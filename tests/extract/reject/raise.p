event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      raise halt;  //~ error: does not support 'raise'  //~ hint: 'raise halt' is not needed
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
