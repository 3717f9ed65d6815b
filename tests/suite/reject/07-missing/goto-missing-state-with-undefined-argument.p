// The argument of a 'goto' is checked even if the state is unknown.
machine Counter {
  start state Idle {
    entry {
      goto Finished, result;  //~ error: no state named 'Finished'
      //~^ error: no variable named 'result'
    }
  }
}
