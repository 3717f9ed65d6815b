event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      while (true) {
        receive {
          case eX: { break; }
          case eN: (n: int) { return; }  //~ error: does not support a 'return' out of this loop
        }
      }
      send this, eX;
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
