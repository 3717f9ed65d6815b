event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      Elsewhere();  //~ error: does not support a foreign function
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
fun Elsewhere();
test tc [main=Main]: { Main, M };
