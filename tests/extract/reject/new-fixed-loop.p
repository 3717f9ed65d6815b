event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      var i: int;
      while (i < 3) {  //~ error: does not support this loop, which creates machines  //~ hint: count to a parameter
        new M(this);
        i = i + 1;
      }
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
