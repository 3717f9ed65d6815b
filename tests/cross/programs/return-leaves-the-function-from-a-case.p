// expect: holds
event eWork: int;
event eStop;
machine Main {
  var sum: int;
  start state S { entry { send this, eWork, 1; send this, eWork, 2; send this, eStop; Drain(); assert sum == 3; } }
  fun Drain() {
    while (true) {
      receive {
        case eWork: (n: int) { sum = sum + n; }
        case eStop: { return; }
      }
    }
  }
}
