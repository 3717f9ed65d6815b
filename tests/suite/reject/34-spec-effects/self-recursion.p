// An effect is found in a global function that calls itself.
event eAlarm: machine;
event eCalm;

fun SootheTimes(who: machine, times: int) {
  if (times == 0) return;
  SootheTimes(who, times - 1);
  send who, eCalm;
}

spec Nurse observes eAlarm {
  start state Watch {
    on eAlarm do (who: machine) {
      SootheTimes(who, 3);  //~ error: which is not allowed in a spec
    }
  }
}
