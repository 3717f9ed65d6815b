event eX;
event eN: int;
param N: int;
machine Main {
  start state S {
    entry {
      var i: int;
      while (i < N) {
        new M(this);
        send this, eX;  //~ error: does not support this statement in a loop that creates machines
        i = i + 1;
      }
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
