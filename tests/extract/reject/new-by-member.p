event eX;
event eN: int;
param N: int;
machine Main {
  start state S {
    entry {
      var i: int;
      while (i < N) {
        new M();
        i = i + 1;
      }
    }
  }
}
machine M { start state S { entry { new Child(); } } }  //~ error: does not support 'new' in a machine of a set
machine Child { start state S { entry { } } }
test tc [main=Main]: { Main, M, Child };
