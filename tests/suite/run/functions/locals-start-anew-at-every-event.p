// Locals of a handler start with their defaults for every event; fields do not.
// verdict: holds
// states: 4
// transitions: 3
event eJob;
machine Main {
  var total: int;
  start state Run {
    entry { send this, eJob; send this, eJob; }
    on eJob do {
      var n: int;
      assert n == 0;
      n = n + 7;
      total = total + n;
      assert total == 7 || total == 14;
    }
  }
}
