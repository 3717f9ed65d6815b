// A spec must not call a global function that chooses.
event eAlarm: seq[int];

fun Pick(levels: seq[int]): int { return choose(levels); }

spec Nurse observes eAlarm {
  start state Watch {
    on eAlarm do (levels: seq[int]) {
      assert Pick(levels) < 5;  //~ error: which is not allowed in a spec
    }
  }
}
