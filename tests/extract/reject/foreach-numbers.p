event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      var n: int;
      var all: seq[int];
      all += (0, 1);  //~ error: does not support a change of a collection
      foreach (n in all) { }
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
