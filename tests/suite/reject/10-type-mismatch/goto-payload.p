// The argument of a 'goto' must fit the parameter of the target's entry.
machine Client {
  start state Idle {
    entry { goto Waiting, "forever"; }  //~ error: expected int, found string
  }
  state Waiting {
    entry (rounds: int) { assert rounds > 0; }
  }
}
