// A transition on an undeclared event.
event eOpen;
machine Door {
  start state Closed { on eOpen goto Opened; }
  state Opened { on eClose goto Closed; }  //~ error: no event named 'eClose'
}
