// A statement after return in a receive case is never executed.
event eStop;
event eWork: int;

machine Worker {
  var done: int;
  start state Run {
    entry { send this, eWork, 2; send this, eStop; Drain(); print format("{0}", done); }
  }
  fun Drain() {
    while (true) {
      receive {
        case eWork: (n: int) { done = done + n; }
        case eStop: {
          return;
          done = 0;  //~ warning: unreachable statement
        }
      }
    }
  }
}
