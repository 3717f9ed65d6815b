// Safety: the cabin moves only with the door shut. The door counts as open from the command to
// open it to its report that it has closed.
spec ShutWhileMoving observes eOpen, eClosed, eMove, eArrived {
  var ajar: bool;
  var moving: bool;

  start state Watching {
    on eOpen do {
      assert !moving, "the door opens while the cabin moves";
      ajar = true;
    }
    on eClosed do {
      ajar = false;
    }
    on eMove do {
      assert !moving, "the motor is started twice";
      assert !ajar, "the cabin moves with an open door";
      moving = true;
    }
    on eArrived do {
      moving = false;
    }
  }
}

// Safety: the driver and its timer agree. No two periods run at once, and an eTimeout that moves
// the driver belongs to the period that runs.
spec OnePeriodAtATime observes eArm, eTimeout, eCancelled {
  var running: bool;

  start state Watching {
    on eArm do {
      assert !running, "the timer is armed while it runs";
      running = true;
    }
    on eTimeout, eCancelled do {
      assert running, "the timer ended a period that does not run";
      running = false;
    }
  }
}

// Liveness: for every call the door opens at that floor.
spec CallsAreServed observes eCall, eServed {
  var calls: set[int];

  start cold state Quiet {
    on eCall goto Called with (floor: int) {
      calls += (floor);
    }
    ignore eServed;
  }

  hot state Called {
    on eCall do (floor: int) {
      calls += (floor);
    }
    on eServed do (floor: int) {
      calls -= (floor);
      if (sizeof(calls) == 0) {
        goto Quiet;
      }
    }
  }
}
