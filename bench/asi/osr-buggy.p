// Faults in the driver of osr.p: machines that take the place of its own, each different in one place.

// WRONG: while it aborts a transfer it does not expect interrupts.
machine DeafDriver {
  var port: machine;
  var manager: machine;
  var bar: machine;
  var watchdog: machine;
  var switch: bool;     // as last seen
  var isStale: bool;    // the bar shows something else
  var isRequest: bool;  // the transfer is for an application
  var worked: bool;     // what came of it

  start state Start {
    entry (ports: tPorts) {
      port = ports.port;
      manager = ports.manager;
      bar = new Bar(this);
      watchdog = new Watchdog(this);
      goto Asleep;
    }
  }

  // An interrupt may have been on its way when the board was switched off.
  state Asleep {
    on eWake goto Ready with {
      isStale = true;
      send manager, eAwake;
    }
    ignore eFlip;
    defer eWrite;
  }

  state Ready {
    entry {
      if (isStale) goto Writing;
    }
    on eFlip goto Writing with Notice;
    on eWrite goto Writing with {
      isRequest = true;
    }
    on eSleep goto Asleep with {
      send manager, eAsleep;
    }
  }

  state Writing {
    entry {
      isStale = false;
      send watchdog, eArm;
      send bar, eTransfer, switch;
    }
    on eDone goto Disarming with {
      worked = true;
    }
    on eFailed goto Disarming with {
      worked = false;
    }
    on eTimeout goto Aborting;
    on eFlip do Notice;
    defer eWrite, eSleep;
  }

  // Done, but the watchdog does not know yet.
  state Disarming {
    entry {
      send watchdog, eCancel;
    }
    on eCancelled, eTooLate goto Finishing;
    on eFlip do Notice;
    ignore eTimeout;
    defer eWrite, eSleep;
  }

  // The bar may have finished while our eAbort is under way: then its answer is another one.
  state Aborting {
    entry {
      send bar, eAbort;
    }
    on eDone goto Finishing with {
      worked = true;
    }
    on eFailed, eAborted goto Finishing with {
      worked = false;
    }
    defer eWrite, eSleep;
  }

  state Finishing {
    entry {
      if (isRequest) {
        isRequest = false;
        send port, eCompleted, worked;
      }
      goto Ready;
    }
  }

  fun Notice(up: bool) {
    switch = up;
    isStale = true;
    send port, eSeen, up;
  }
}

// WRONG: it goes to sleep in the middle of a transfer.
machine HastyDriver {
  var port: machine;
  var manager: machine;
  var bar: machine;
  var watchdog: machine;
  var switch: bool;     // as last seen
  var isStale: bool;    // the bar shows something else
  var isRequest: bool;  // the transfer is for an application
  var worked: bool;     // what came of it

  start state Start {
    entry (ports: tPorts) {
      port = ports.port;
      manager = ports.manager;
      bar = new Bar(this);
      watchdog = new Watchdog(this);
      goto Asleep;
    }
  }

  // An interrupt may have been on its way when the board was switched off.
  state Asleep {
    on eWake goto Ready with {
      isStale = true;
      send manager, eAwake;
    }
    ignore eFlip;
    defer eWrite;
  }

  state Ready {
    entry {
      if (isStale) goto Writing;
    }
    on eFlip goto Writing with Notice;
    on eWrite goto Writing with {
      isRequest = true;
    }
    on eSleep goto Asleep with {
      send manager, eAsleep;
    }
  }

  state Writing {
    entry {
      isStale = false;
      send watchdog, eArm;
      send bar, eTransfer, switch;
    }
    on eDone goto Disarming with {
      worked = true;
    }
    on eFailed goto Disarming with {
      worked = false;
    }
    on eTimeout goto Aborting;
    on eFlip do Notice;
    on eSleep goto Asleep with {
      send manager, eAsleep;
    }
    defer eWrite;
  }

  // Done, but the watchdog does not know yet.
  state Disarming {
    entry {
      send watchdog, eCancel;
    }
    on eCancelled, eTooLate goto Finishing;
    on eFlip do Notice;
    ignore eTimeout;
    defer eWrite, eSleep;
  }

  // The bar may have finished while our eAbort is under way: then its answer is another one.
  state Aborting {
    entry {
      send bar, eAbort;
    }
    on eDone goto Finishing with {
      worked = true;
    }
    on eFailed, eAborted goto Finishing with {
      worked = false;
    }
    on eFlip do Notice;
    defer eWrite, eSleep;
  }

  state Finishing {
    entry {
      if (isRequest) {
        isRequest = false;
        send port, eCompleted, worked;
      }
      goto Ready;
    }
  }

  fun Notice(up: bool) {
    switch = up;
    isStale = true;
    send port, eSeen, up;
  }
}

// WRONG: it confirms eAbort at once, and finishes its transfer nevertheless: that is a second answer.
machine HastyBar {
  var driver: machine;

  start state Start {
    entry (owner: machine) {
      driver = owner;
      goto Idle;
    }
  }

  state Idle {
    on eTransfer goto Busy;
    ignore eAbort;  // of a transfer that was over by then
  }

  state Busy {
    entry {
      send this, eMoment;
    }
    on eMoment do {
      if ($) send driver, eDone;
      else send driver, eFailed;
      goto Idle;
    }
    on eAbort do {
      send driver, eAborted;
    }
  }
}

// expect: violated: state Aborting of DeafDriver has no handler for eFlip
test param (flips in [true], requests in [false, true]) tcDeafDriver [main=Board]:
  assert OneTransfer in (union Around, { DeafDriver -> Driver });

// expect: violated: the board is switched off in the middle of a transfer
test param (flips in [false, true], requests in [false, true]) tcHastyDriver [main=Board]:
  assert OneTransfer in (union Around, { HastyDriver -> Driver });

// expect: violated: a transfer is answered twice
test param (flips in [false, true], requests in [false, true]) tcHastyBar [main=Board]:
  assert OneTransfer in { HastyBar -> Bar, Driver, Watchdog, PowerManager, Switches, Application, Port, Board };
