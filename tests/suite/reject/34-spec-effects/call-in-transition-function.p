// The transition function of a spec must not call a function with effects.
event eAlarm: machine;
event eCalm;

fun Soothe(who: machine) { send who, eCalm; }

spec Nurse observes eAlarm {
  start state Watch {
    on eAlarm goto Busy with (who: machine) { Soothe(who); }  //~ error: which is not allowed in a spec
  }
  state Busy { ignore eAlarm; }
}
