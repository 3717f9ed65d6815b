// The null event cannot be deferred.
event eOpen;
machine Door {
  start state Closed {
    defer null;  //~ error: 'null'
    ignore eOpen;
  }
}
