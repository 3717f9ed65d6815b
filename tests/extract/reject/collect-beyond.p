event eX;
event eN: int;
param N: int;
machine Main {
  start state S {
    entry {
      var i: int;
      var all: seq[machine];
      while (i < N) {
        i = i + 1;
        all += (i, new M(this));  //~ error: does not support this collection
      }
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
