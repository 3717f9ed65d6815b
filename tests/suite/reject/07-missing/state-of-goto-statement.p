// A 'goto' to an undeclared state.
machine Door {
  start state Closed {
    entry { goto Opened; }  //~ error: no state named 'Opened'
  }
  state Open { }
}
