// Safety: at most one worker between eGranted and eRelease.
spec MutualExclusion observes eGranted, eRelease {
  var inside: machine;

  start state Watching {
    on eGranted do (worker: machine) {
      assert inside == null, "two workers in the critical section";
      inside = worker;
    }
    on eRelease do (worker: machine) {
      assert inside == worker, "a worker left that was not inside";
      inside = null;
    }
  }
}

// Liveness: whoever asks gets in. The runs of the ring are infinite, because the token never
// stops; the promise is that no fair one of them stays in the hot state for ever.
spec NoStarvation observes eRequest, eGranted {
  var waiting: set[machine];

  start cold state Content {
    on eRequest goto Hungry with (worker: machine) {
      waiting += (worker);
    }
  }

  hot state Hungry {
    on eRequest do (worker: machine) {
      waiting += (worker);
    }
    on eGranted do (worker: machine) {
      waiting -= (worker);
      if (sizeof(waiting) == 0) {
        goto Content;
      }
    }
  }
}
