// An elevator as a device driver: a controller that commands a door, a motor and a timer, and is
// pestered by users who press any button at any time.
//
// What makes drivers hard is that every event can come in every state. Each state therefore says
// of each event whether it acts on it (`on`), keeps it for a better moment (`defer`), or lets it
// fall (`ignore`). Forget one and the checker finds the press that hits the gap.

type tDoorConfig = (elevator: machine, obstacles: int);

// user -> elevator
event eCall: int;    // come to this floor
event eHold;         // keep the door open
event eShut;         // close the door now

// elevator <-> door
event eOpen;
event eClose;
event eOpened;
event eClosed;
event eBlocked;      // something is in the way, the door stopped half way

// elevator <-> motor
event eMove: int;
event eArrived: int;

// elevator <-> timer
event eArm;
event eCancel;
event eTimeout;
event eCancelled;    // the timer was stopped in time: no eTimeout will come
event eTooLate;      // it was not: eTimeout is already on its way, before this answer
event eFire;         // timer -> itself

event eServed: int;  // announced: the door stands open at this floor

machine Elevator {
  var door: machine;
  var motor: machine;
  var timer: machine;
  var floor: int;

  start state Start {
    entry (obstacles: int) {
      door = new Door((elevator = this, obstacles = obstacles));
      motor = new Motor(this);
      timer = new Timer(this);
      goto Idle;
    }
  }

  // Standing still, door shut: the only state in which the cabin may set off, and so the only one
  // that takes calls. Everywhere else they stay in the queue, which serves as the list of stops.
  state Idle {
    on eCall do (target: int) {
      if (target == floor) {
        goto Opening;
      } else {
        goto Moving, target;
      }
    }
    on eHold goto Opening;
    ignore eShut;
  }

  state Moving {
    entry (target: int) {
      send motor, eMove, target;
    }
    on eArrived goto Opening with (at: int) {
      floor = at;
    }
    defer eCall;
    ignore eHold, eShut;
  }

  state Opening {
    entry {
      send door, eOpen;
    }
    on eOpened goto Open;
    defer eCall;
    ignore eHold, eShut;
  }

  state Open {
    entry {
      announce eServed, floor;
      send timer, eArm;
    }
    on eTimeout goto Closing;
    on eHold goto Rearming;
    on eShut goto Hurrying;
    defer eCall;
  }

  // To wait longer we stop the timer and start it anew. The timer may fire while our eCancel is
  // under way: then its eTimeout is stale, and must not be taken for one of the next period. Its
  // answer to eCancel tells us when no stale eTimeout can follow any more.
  state Rearming {
    entry {
      send timer, eCancel;
    }
    on eCancelled, eTooLate goto Open;
    defer eCall;
    ignore eTimeout, eHold, eShut;
  }

  // The same dance, to close at once.
  state Hurrying {
    entry {
      send timer, eCancel;
    }
    on eCancelled, eTooLate goto Closing;
    defer eCall;
    ignore eTimeout, eHold, eShut;
  }

  state Closing {
    entry {
      send door, eClose;
    }
    on eClosed goto Idle;
    on eBlocked goto Opening;
    defer eCall, eHold;   // a hand on the button: the door opens again when it has closed
    ignore eShut;
  }
}

machine Door {
  var elevator: machine;
  var obstacles: int;   // how many more times something may get in the way

  start state Start {
    entry (config: tDoorConfig) {
      elevator = config.elevator;
      obstacles = config.obstacles;
      goto ShutTight;
    }
  }

  state ShutTight {
    on eOpen goto Ajar with {
      send elevator, eOpened;
    }
  }

  state Ajar {
    on eOpen do {
      send elevator, eOpened;
    }
    on eClose do {
      if (obstacles > 0 && $) {
        obstacles = obstacles - 1;
        send elevator, eBlocked;
      } else {
        send elevator, eClosed;
        goto ShutTight;
      }
    }
  }
}

machine Motor {
  var elevator: machine;

  start state Ready {
    entry (owner: machine) {
      elevator = owner;
    }
    on eMove do (target: int) {
      send elevator, eArrived, target;
    }
  }
}

// A one-shot timer. Time is a message to oneself: it fires at some moment after it was armed, and
// whether a cancellation comes before that is for the scheduler to decide.
machine Timer {
  var elevator: machine;

  start state Start {
    entry (owner: machine) {
      elevator = owner;
      goto Resting;
    }
  }

  state Resting {
    on eArm goto Running;
    on eCancel do {
      send elevator, eTooLate;
    }
    ignore eFire;   // of a period that was cancelled
  }

  state Running {
    entry {
      send this, eFire;
    }
    on eFire goto Resting with {
      send elevator, eTimeout;
    }
    on eCancel goto Resting with {
      send elevator, eCancelled;
    }
  }
}
