// A state needs a body, be it empty.
machine Door {
  start state Closed { }
  state Open;  //~ error: found ';'
}
