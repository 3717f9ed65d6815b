// The driver of a training board (OSR's USB board and its driver inspired this): eight switches that somebody
// plays with, a bar of lights that shows them, a watchdog, and a power manager that sends the driver to sleep
// and wakes it up.
//
// Switches and applications never wait for the driver. A flip of a switch that comes while the bar is being
// written replaces the one before it. Requests of applications are kept in the queue until the driver is awake and
// idle, however many they are.

param flips: bool;     // somebody plays with the switches
param requests: bool;  // applications ask for the bar to be written
param times: int;      // how often, each; 0: without end

// board -> driver: an interrupt; applications see the switches, too
event eFlip: bool;
event eSeen: bool;  // driver -> port

// applications -> driver -> port, where requests are completed
event eWrite;
event eCompleted: bool;  // did it work?

// power manager <-> driver
event eWake;
event eSleep;
event eAwake;
event eAsleep;

// driver <-> bar: a transfer, which may fail, or take too long
event eTransfer: bool;
event eAbort;
event eDone;
event eFailed;
event eAborted;

// driver <-> watchdog
event eArm;
event eCancel;
event eTimeout;
event eCancelled;  // in time: no eTimeout comes
event eTooLate;    // an eTimeout came before

// what machines tell themselves
event eAgain;
event eFire;
event eMoment;

type tPorts = (port: machine, manager: machine);

machine Driver {
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

// The bar of lights. Every transfer has one answer.
machine Bar {
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
    on eAbort goto Stopping;
  }

  // The rest of the transfer must be over before there is another one.
  state Stopping {
    on eMoment goto Idle with {
      send driver, eAborted;
    }
  }
}

machine Watchdog {
  var driver: machine;

  start state Start {
    entry (owner: machine) {
      driver = owner;
      goto Resting;
    }
  }

  state Resting {
    on eArm goto Running;
    on eCancel do {
      send driver, eTooLate;
    }
  }

  state Running {
    entry {
      send this, eFire;
    }
    on eFire goto Resting with {
      send driver, eTimeout;
    }
    on eCancel goto Cancelled with {
      send driver, eCancelled;
    }
  }

  // The eFire of the period that was cancelled comes before anything new.
  state Cancelled {
    on eFire goto Resting;
  }
}

// Wakes the driver and sends it to sleep, for ever.
machine PowerManager {
  var driver: machine;

  start state Begin {
    entry (port: machine) {
      driver = new Driver((port = port, manager = this));
      if (flips) new Switches(driver);
      if (requests) new Application(driver);
      goto Off;
    }
  }

  state Off {
    entry {
      send driver, eWake;
    }
    on eAwake goto On;
  }

  state On {
    entry {
      send driver, eSleep;
    }
    on eAsleep goto Off;
  }
}

machine Switches {
  var driver: machine;
  var done: int;

  start state Play {
    entry (board: machine) {
      driver = board;
      send this, eAgain;
    }
    on eAgain do {
      send driver, eFlip, $;
      if (times > 0) done = done + 1;
      if (times == 0 || done < times) send this, eAgain;
    }
  }
}

machine Application {
  var driver: machine;
  var done: int;

  start state Ask {
    entry (asked: machine) {
      driver = asked;
      send this, eAgain;
    }
    on eAgain do {
      send driver, eWrite;
      if (times > 0) done = done + 1;
      if (times == 0 || done < times) send this, eAgain;
    }
  }
}

// Where applications wait.
machine Port {
  start state Listen {
    ignore eSeen, eCompleted;
  }
}

machine Board {
  start state Go {
    entry {
      new PowerManager(new Port());
    }
  }
}

// One transfer at a time, none while the board is off, and each answered once.
spec OneTransfer observes eTransfer, eDone, eFailed, eAborted, eAwake, eAsleep {
  var isOn: bool;
  var isBusy: bool;

  start state Watching {
    on eAwake do {
      isOn = true;
    }
    on eAsleep do {
      assert !isBusy, "the board is switched off in the middle of a transfer";
      isOn = false;
    }
    on eTransfer do {
      assert isOn, "a transfer to a board that is off";
      assert !isBusy, "two transfers at once";
      isBusy = true;
    }
    on eDone, eFailed, eAborted do {
      assert isBusy, "a transfer is answered twice";
      isBusy = false;
    }
  }
}

module Around = { Bar, Watchdog, PowerManager, Switches, Application, Port, Board };

// expect: holds
test param (flips in [false, true], requests in [false, true]) assume (flips || requests) tcDriver [main=Board]:
  assert OneTransfer in (union Around, { Driver });

// Everybody gets tired: every state can be seen.
// expect: holds
test param (flips in [true], requests in [true], times in [1, 2, 3]) tcTired [main=Board]:
  assert OneTransfer in (union Around, { Driver });
