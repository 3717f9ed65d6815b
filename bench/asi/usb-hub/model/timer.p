// A timer that rings once. Time is a message to oneself: whether it comes before eStopTimer is for
// the scheduler to decide.

machine Timer {
  var port: Port;

  start state Start {
    entry (owner: Port) {
      port = owner;
      goto Resting;
    }
  }

  state Resting {
    on eStartTimer goto Running;
    on eStopTimer do {
      send port, eTimerStopped;
    }
    ignore eFire;   // of a period that was stopped
  }

  state Running {
    entry {
      send this, eFire;
    }
    on eFire goto Resting with {
      send port, eTimeout;
    }
    on eStopTimer do {
      send port, eTimerStopped;
      if (Flaw() != LATE_TIMEOUT) {
        goto Resting;
      }
    }
  }
}
