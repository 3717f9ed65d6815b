event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      receive { case halt: { } }  //~ error: does not support 'halt' as an event
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
