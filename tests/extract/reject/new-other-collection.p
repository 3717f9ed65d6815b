event eX;
event eN: int;
param N: int;
machine Main {
  start state S {
    entry {
      var all: seq[machine];
      var others: seq[machine];
      while (sizeof(all) < N) {  //~ error: does not support this loop, which creates machines
        others += (0, new M(this));
      }
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
