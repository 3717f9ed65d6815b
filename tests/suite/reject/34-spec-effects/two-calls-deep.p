// An effect is found two calls below the global function a spec calls.
event eAlarm: machine;
event eCalm;

fun Treat(who: machine) { Comfort(who, 2); }
fun Comfort(who: machine, times: int) { if (times > 0) Soothe(who); }
fun Soothe(who: machine) { send who, eCalm; }

spec Nurse observes eAlarm {
  start state Watch {
    on eAlarm do (who: machine) {
      Treat(who);  //~ error: which is not allowed in a spec
    }
  }
}
