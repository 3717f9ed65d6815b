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
      send all[0], eX;  //~ error: does not support this index  //~ hint: foreach (w in ws)
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
