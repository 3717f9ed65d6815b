// A 'goto' passes at most one argument, even if the entry takes a tuple.
machine Client {
  start state Idle {
    entry { goto Waiting, 1, 2; }  //~ error: 1 argument, found 2
  }
  state Waiting { entry (range: (int, int)) { assert range.0 < range.1; } }
}
