// The exit function of a spec must not call a function with effects.
event eAlarm;
event eShiftOver;

fun Report() { announce eShiftOver; }

spec Nurse observes eAlarm {
  start state Watch {
    on eAlarm goto Busy;
    exit { Report(); }  //~ error: which is not allowed in a spec
  }
  state Busy { ignore eAlarm; }
}
