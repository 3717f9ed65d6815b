// Raising halt in an exit function is forbidden like any raise.
event eNext;

machine Tour {
  start state Hall {
    on eNext goto Garden;
    exit { raise halt; }  //~ error: may not raise an event or change state
  }
  state Garden { }
}
