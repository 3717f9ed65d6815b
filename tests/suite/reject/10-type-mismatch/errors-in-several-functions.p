// Errors are collected over all machines and functions of a program.
event eJob: int;
fun Half(n: int): int {
  return n / 2.0;  //~ error: operator '/' does not apply to int and float
}
machine Worker {
  var done: int;
  start state Idle {
    entry { done = "zero"; }  //~ error: expected int, found string
    on eJob do (job: int) { Finish(job, job); }  //~ error: 1 argument, found 2
  }
  fun Finish(job: int) { assert job; }  //~ error: expected bool, found int
}
machine Driver {
  start state Idle {
    entry { send new Worker(), eJob, false; }  //~ error: expected int, found bool
  }
}
spec Total observes eJob {
  start state Watching {
    on eJob do (job: bool) { assert job; }  //~ error: expected bool, found int
  }
}
