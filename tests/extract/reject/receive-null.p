event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      receive { case null: { } }  //~ error: does not support 'null' as an event
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
