// A transition function must not change the state.
event eNext;

machine Tour {
  start state Hall {
    on eNext goto Garden with { goto Tower; }  //~ error: may not raise an event or change state
  }
  state Garden { }
  state Tower { }
}
