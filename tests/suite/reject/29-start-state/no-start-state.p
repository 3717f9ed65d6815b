// A machine needs a start state.
event eSwitch;

machine Switch {  //~ error: has no start state
  state Off { on eSwitch goto On; }
  state On { on eSwitch goto Off; }
}
