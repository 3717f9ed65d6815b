// An exit function must not call a function that raises.
event eClose;
event eDirty;

machine Cache {
  var dirty: bool;
  start state Filled {
    on eClose goto Empty;
    exit { Flush(); }  //~ error: may not raise an event or change state
  }
  state Empty { on eDirty do { dirty = false; } }
  fun Flush() { if (dirty) raise eDirty; }
}
