// A spec must not call a global function that sends.
event eAlarm: machine;
event eCalm;

fun Soothe(who: machine) { send who, eCalm; }

spec Nurse observes eAlarm {
  start state Watch {
    on eAlarm do (who: machine) {
      Soothe(who);  //~ error: which is not allowed in a spec
    }
  }
}
