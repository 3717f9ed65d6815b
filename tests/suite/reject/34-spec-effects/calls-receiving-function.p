// A spec must not call a global function that receives.
event eAlarm;
event eQuiet;

fun AwaitQuiet() { receive { case eQuiet: { } } }

spec Nurse observes eAlarm {
  start state Watch {
    on eAlarm do {
      AwaitQuiet();  //~ error: which is not allowed in a spec
    }
  }
}
