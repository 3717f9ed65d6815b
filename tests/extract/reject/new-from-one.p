event eX;
event eN: int;
param N: int;
machine Main {
  start state S {
    entry {
      var i: int;
      i = 1;
      while (i < N) {  //~ error: does not support this loop, which creates machines
        new M(this);
        i = i + 1;
      }
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
