// A spec must not call a global function that uses $.
event eAlarm;

fun Flip(): bool { return $; }

spec Nurse observes eAlarm {
  start state Watch {
    on eAlarm do {
      if (Flip()) print "false alarm";  //~ error: which is not allowed in a spec
    }
  }
}
