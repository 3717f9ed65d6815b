// A state that only itself leads to is unreachable.
event eNext;

machine Traffic {
  start state Red {
    entry { send this, eNext; }
    on eNext do { goto Green; }
  }
  state Green { on eNext goto Red; }
  state Blinking { on eNext goto Blinking; }  //~ warning: state 'Blinking' is unreachable
}
