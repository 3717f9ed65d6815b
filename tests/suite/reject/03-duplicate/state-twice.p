// Two states of one machine cannot share a name.
event eFlip;
machine Switch {
  start state Off { on eFlip goto On; }
  state On { on eFlip goto Off; }
  state On { ignore eFlip; }  //~ error: 'On' is already declared
}
