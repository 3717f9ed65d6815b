event eX;
event eN: int;
param N: int;
machine Main {
  start state S {
    entry {
      var i: int;
      while (i < N) {
        new M(i);  //~ error: does not support a value that differs between the machines of a set
        i = i + 1;
      }
    }
  }
}
machine M { start state S { entry (n: int) { } } }
test tc [main=Main]: { Main, M };
