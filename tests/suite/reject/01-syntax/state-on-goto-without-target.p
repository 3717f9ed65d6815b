// 'on ... goto' needs the name of a state.
event eOpen;
machine Door {
  start state Closed {
    on eOpen goto;  //~ error: found ';'
  }
}
