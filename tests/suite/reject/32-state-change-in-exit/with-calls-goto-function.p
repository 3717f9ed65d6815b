// A transition function must not call a function that changes the state.
event eClose;

machine Cache {
  var dirty: bool;
  start state Filled {
    on eClose goto Empty with { Check(); }  //~ error: may not raise an event or change state
  }
  state Empty { }
  state Broken { }
  fun Check() { if (dirty) goto Broken; }
}
