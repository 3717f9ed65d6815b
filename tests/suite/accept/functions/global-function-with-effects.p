// A global function may send, create, receive, announce, choose and raise for the machine that calls it.
event eJob: int;
event eDone: (worker: machine, result: int);
event eLog: string;

machine Worker { start state Run { entry (boss: machine) { send boss, eDone, (worker = this, result = 1); } ignore eJob; } }

fun Hire(boss: machine): machine {
  var w: machine;
  w = new Worker(boss);
  send w, eJob, choose(5);
  announce eLog, "hired";
  return w;
}
fun Await(): int {
  var got: int;
  receive { case eDone: (d: (worker: machine, result: int)) { got = d.result; } }
  return got;
}
fun GiveUp(sure: bool) { if (sure && $) raise halt; else raise eLog, "no"; }

machine Boss {
  start state Run {
    entry { Hire(this); if (Await() > 0) GiveUp(true); }
    on eLog do (s: string) { print s; }
  }
}
