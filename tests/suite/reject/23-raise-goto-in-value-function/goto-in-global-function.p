// A global function has no states to go to.
fun Finish(rounds: int) {
  if (rounds == 0) {
    goto Done;  //~ error: 'goto' outside a machine
  }
}

machine Player {
  var rounds: int;
  start state Play {
    entry { Finish(rounds); }
  }
  state Done { }
}
