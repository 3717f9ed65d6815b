// Entry, exit, do and with may name functions of the machine; payloads arrive and results are dropped.
// verdict: holds
// states: 4
// transitions: 3
event eJob: int;
event eMove: int;
machine Main {
  var log: string;
  fun Begin() { log = "b"; send this, eJob, 1; send this, eMove, 2; }
  fun Work(n: int): int { log = log + format("w{0}", n); return n; }
  fun Leave() { log = log + "x"; }
  fun Move(n: int) { log = log + format("m{0}", n); }
  fun Arrive(n: int) { log = log + format("a{0}", n); assert log == "bw1xm2a2", log; }
  start state First {
    entry Begin;
    exit Leave;
    on eJob do Work;
    on eMove goto Second with Move;
  }
  state Second { entry Arrive; }
}
