event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      var m: machine;
      if ($) { m = this; }
      new M(m);  //~ error: does not support 'new' with a value that is not known before the run  //~ hint: send it in a message
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
