// A foreign function has no body; parameters, result and creates are optional.
type tClock;
event eTime: int;

fun Now(): int;
fun Beep();
fun Sleep(millis: int, exact: bool);
fun Read(clock: tClock): (hour: int, minute: int);
fun Spawn(n: int): machine creates Worker;
fun Fork() creates Worker;

machine Worker {
  start state Run { entry { send this, eTime, Now(); } on eTime do (n: int) { Sleep(n, true); } }
}

machine Boss {
  var worker: machine;
  start state Run {
    entry {
      worker = Spawn(3);
      Fork();
      Beep();
      assert Read(default(tClock)).hour < 24;
    }
  }
}

test tcBoss [main=Boss]: { Boss, Worker };
