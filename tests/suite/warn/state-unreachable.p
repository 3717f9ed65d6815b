// A state that no transition and no goto leads to is unreachable.
event eNext;

machine Traffic {
  start state Red {
    entry { send this, eNext; }
    on eNext goto Green;
  }
  state Green { ignore eNext; }
  state Yellow { on eNext goto Red; }  //~ warning: state 'Yellow' is unreachable
}
