event eX;
event eN: int;
param N: int;
machine Main {
  start state S {
    entry {
      var i: int;
      var all: seq[machine];
      while (i < N) {
        all += (sizeof(all), new M(this));
        i = i + 1;
      }
      i = 0;
      while (i < sizeof(all)) {
        receive { case eX: { i = i + 1; } }
        send all[i], eX;  //~ error: does not support this index
      }
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
