// An effect is found in a ring of global functions.
event eAlarm: int;

fun Wander(n: int): int { if (n > 9) return n; return Stumble(n); }
fun Stumble(n: int): int { if ($) return Wander(n + 1); return Wander(n + 2); }

spec Nurse observes eAlarm {
  var level: int;
  start state Watch {
    on eAlarm do (n: int) {
      level = Wander(n);  //~ error: which is not allowed in a spec
    }
  }
}
