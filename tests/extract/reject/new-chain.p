event eX;
event eN: int;
param N: int;
machine Main {
  start state S {
    entry {
      var i: int;
      var last: machine;
      while (i < N) {
        last = new M(last);  //~ error: does not support 'new' with a value that is not known before the run
        i = i + 1;
      }
    }
  }
}
machine M { start state S { entry (next: machine) { } } }
test tc [main=Main]: { Main, M };
