// A call with effects is found inside the arguments of a harmless call.
event eAlarm: int;

fun Larger(a: int, b: int): int { if (a > b) return a; return b; }
fun Roll(): int { return choose(6); }

spec Nurse observes eAlarm {
  var level: int;
  start state Watch {
    on eAlarm do (n: int) {
      level = Larger(n, Roll());  //~ error: which is not allowed in a spec
    }
  }
}
