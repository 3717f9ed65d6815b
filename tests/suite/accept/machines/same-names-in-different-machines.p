// Fields, functions and states are local to their machine, so machines may reuse names.
event eWork: int;
fun Log(n: int) { print format("{0}", n); }

machine Cook {
  var count: int;
  start state Idle { on eWork do Work; }
  state Busy { }
  fun Work(n: int) { count = count + n; goto Busy; }
}

machine Waiter {
  var count: string;
  start state Busy { on eWork goto Idle with Work; }
  state Idle { entry (Idle: int) { Log(Idle); } }
  fun Work(n: int): bool { count = format("{0}", n); return true; }
  fun Log(n: int) { count = ""; }
}
