event eX;
event eN: int;
param N: int;
machine Main {
  start state S {
    entry {
      var i: int;
      while (i < N) {
        new M(this);
        new M(this);
        i = i + 1;
      }
      i = 0;
      while (i < N) {  //~ error: does not support 'N' here: it is the size of two sets
        receive { case eX: { } }
        i = i + 1;
      }
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
