// Locals of a receive case start with their defaults each time the case is taken, and hide others.
// verdict: holds
// states: 4
// transitions: 3
event eJob: int;
machine Main {
  start state Run {
    entry {
      var i: int;
      var n: int;
      send this, eJob, 1;
      send this, eJob, 2;
      n = 50;
      while (i < 2) {
        receive {
          case eJob: (job: int) {
            var n: int;
            var seen: seq[int];
            assert n == 0 && sizeof(seen) == 0 && job == i + 1;
            n = job;
            seen += (0, n);
          }
        }
        i = i + 1;
      }
      assert n == 50;
    }
  }
}
