// A spec must not leave a state on the null event.
event eTick;

spec Idle observes eTick {
  start state Watch {
    ignore eTick;
    on null goto Asleep;  //~ error: 'on null' is not allowed in a spec
  }
  state Asleep { on eTick goto Watch; }
}
