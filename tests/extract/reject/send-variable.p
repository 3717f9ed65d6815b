event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      var e: event;
      e = eX;  //~ error: does not support an event as a value
      send this, e;
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
