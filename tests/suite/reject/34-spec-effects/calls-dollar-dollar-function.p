// A spec must not call a global function that uses $$.
event eAlarm;

fun FairFlip(): bool { return $$; }

spec Nurse observes eAlarm {
  var serious: bool;
  start state Watch {
    on eAlarm do {
      serious = FairFlip();  //~ error: which is not allowed in a spec
    }
  }
}
