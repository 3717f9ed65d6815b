// A function without result may return early with a bare return, also from inside a loop or a receive case.
event eStop;
event eWork: int;

fun Loop(n: int) {
  while (true) {
    if (n == 0) return;
    n = n - 1;
  }
}

machine Lazy {
  var total: int;
  start state Run {
    entry {
      Loop(3);
      while (total < 10) {
        receive {
          case eStop: { return; }
          case eWork: (n: int) { total = total + n; }
        }
      }
      return;
    }
    exit { if (total > 3) return; total = 0; }
  }
}
