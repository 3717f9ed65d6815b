// 'with' needs a function.
event eOpen;
machine Door {
  start state Closed {
    on eOpen goto Opened with;  //~ error: found ';'
  }
  state Opened { }
}
