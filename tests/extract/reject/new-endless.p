event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      new Again();
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
machine Again { start state S { entry { new Again(); } } }  //~ error: does not support this many machines
test tc [main=Main]: { Main, M, Again };
