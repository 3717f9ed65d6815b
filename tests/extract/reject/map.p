event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      var m: map[int, int];
      m[1] = 2;  //~ error: does not support an assignment to an element
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
