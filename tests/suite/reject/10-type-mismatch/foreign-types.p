// Two foreign types never fit each other.
type tClock;
type tTimer;
fun ReadClock(): tClock;
machine Alarm {
  var timer: tTimer;
  start state Idle {
    entry {
      timer = ReadClock();  //~ error: expected tTimer, found tClock
      timer = 3;  //~ error: expected tTimer, found int
    }
  }
}
