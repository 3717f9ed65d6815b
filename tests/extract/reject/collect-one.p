event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      var all: seq[machine];
      all += (0, new M(this));  //~ error: does not support a change of a collection
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
