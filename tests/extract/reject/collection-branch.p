event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      var all: seq[machine];
      var none: seq[machine];
      if ($) {
        all = none;  //~ error: does not support a collection that is assigned in a loop or branch
      }
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
