event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      var n: int;
      n = choose(1000);  //~ error: does not support this 'choose'
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
