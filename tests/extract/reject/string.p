event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      var s: string;
      s = "text";  //~ error: does not support a string
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
