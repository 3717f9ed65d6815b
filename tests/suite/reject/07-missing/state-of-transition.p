// A transition to an undeclared state.
event eOpen;
machine Door {
  start state Closed { on eOpen goto Opened; }  //~ error: no state named 'Opened'
  state Open { ignore eOpen; }
}
