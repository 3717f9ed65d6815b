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
      send choose(all), eX;  //~ error: cannot take 'choose' from a set that may be empty  //~ hint: leave the value 0 out
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
