// A spec must not call a global function that announces.
event eAlarm: int;
event eNoted: int;

fun Note(level: int) { announce eNoted, level; }

spec Nurse observes eAlarm {
  start state Watch {
    on eAlarm do (level: int) {
      Note(level);  //~ error: which is not allowed in a spec
    }
  }
}
