// A scenario must not call a function with effects either.
event eAlarm: machine;
event eCalm;

fun Soothe(who: machine) { send who, eCalm; }

scenario Alarmed observes eAlarm {
  start state Quiet {
    on eAlarm do (who: machine) {
      Soothe(who);  //~ error: which is not allowed in a
      goto Loud;
    }
  }
  cold state Loud { ignore eAlarm; }
}
