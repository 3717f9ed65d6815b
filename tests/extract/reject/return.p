event eX;
event eN: int;
param N: int;
machine Main {
  start state S {
    entry {
      var i: int;
      while (i < N) {
        if ($) { return; }  //~ error: does not support a 'return' out of this loop
        i = i + 1;
      }
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
