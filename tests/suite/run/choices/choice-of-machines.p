// A machine can be chosen; each of them gets the message in some run.
// verdict tc___bad_1: violated: assertion @14
// verdict tc___bad_2: violated: assertion @14
// verdict tc___bad_3: holds
// states tc___bad_3: 8
// transitions tc___bad_3: 8
event eJob;
param bad: int;
machine Worker {
  start state Run {
    entry (n: int) { if (n == bad) goto Bad; }
    ignore eJob;
  }
  state Bad { on eJob do { assert false; } }
}
machine Main {
  start state Run {
    entry {
      var workers: set[machine];
      workers += (new Worker(1));
      workers += (new Worker(2));
      send choose(workers), eJob;
    }
  }
}
test param (bad in [1, 2, 3]) tc [main=Main]: { Main, Worker };
