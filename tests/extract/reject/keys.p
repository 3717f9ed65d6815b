event eX;
event eN: int;
machine Main {
  start state S {
    entry {
      var m: map[int, int];
      assert sizeof(keys(m)) == 0;  //~ error: does not support a map
    }
  }
}
machine M { start state S { entry (who: machine) { } } }
test tc [main=Main]: { Main, M };
