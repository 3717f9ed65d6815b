event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      var b: bool;
      b = b && Sends();  //~ error: does not support this call inside an expression  //~ hint: give its value to a variable first
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
fun Sends(): bool { return $; }
test tc [main=Main]: { Main, M };
