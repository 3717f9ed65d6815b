// A state whose entry has a parameter needs an argument.
machine Client {
  start state Idle {
    entry { goto Waiting; }  //~ error: 1 argument, found 0
  }
  state Waiting { entry (rounds: int) { assert rounds > 0; } }
}
