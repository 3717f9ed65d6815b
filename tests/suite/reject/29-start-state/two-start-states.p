// A machine has only one start state.
event eSwitch;

machine Switch {
  start state Off { on eSwitch goto On; }
  start state On { on eSwitch goto Off; }  //~ error: already has a start state
}
