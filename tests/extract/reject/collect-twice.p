event eX;
event eN: int;
param N: int;
machine Main {
  start state S {
    entry {
      var i: int;
      var all: seq[machine];
      while (i < N) {
        all += (0, new M(this));
        i = i + 1;
      }
      i = 0;
      while (i < N) {
        all += (0, new M(this));  //~ error: does not support this collection
        i = i + 1;
      }
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
