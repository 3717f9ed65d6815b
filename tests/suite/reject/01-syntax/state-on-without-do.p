// A handler needs 'do' or 'goto' between the event and the function.
event eOpen;
machine Door {
  start state Closed {
    on eOpen Unlock;  //~ error: found 'Unlock'
  }
  fun Unlock() { }
}
