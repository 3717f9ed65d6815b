// The entry function of a spec must not call a function with effects.
event eAlarm;

fun Roll(): int { return choose(6); }

spec Nurse observes eAlarm {
  var shift: int;
  start state Watch {
    entry { shift = Roll(); }  //~ error: which is not allowed in a spec
    ignore eAlarm;
  }
}
