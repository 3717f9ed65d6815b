// A state without entry function takes no argument either.
machine Client {
  start state Idle {
    entry { goto Done, "bye"; }  //~ error: found 1
  }
  state Done { }
}
