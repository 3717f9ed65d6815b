// An exit function must not change the state.
event eNext;

machine Tour {
  start state Hall {
    on eNext goto Garden;
    exit { goto Tower; }  //~ error: may not raise an event or change state
  }
  state Garden { }
  state Tower { }
}
