// The call is reported where it stands, in the function of the spec, and only there.
event eAlarm: machine;
event eCalm;

fun Soothe(who: machine) { send who, eCalm; }

spec Nurse observes eAlarm {
  start state Watch {
    on eAlarm do (who: machine) { Visit(who); }
  }
  fun Visit(who: machine) {
    Soothe(who);  //~ error: which is not allowed in a spec
  }
}
