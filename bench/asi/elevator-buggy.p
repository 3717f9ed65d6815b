// Faults in the elevator of elevator.p: machines that take the place of its own, each different in one place.

// WRONG: a timer that was cancelled takes orders at once. The eFire of the period that is over is still on its
// way, and finds a timer that rests.
machine HastyTimer {
  var cabin: machine;

  start state Start {
    entry (owner: machine) {
      cabin = owner;
      goto Resting;
    }
  }

  state Resting {
    on eArm goto Running;
    on eCancel do {
      send cabin, eTooLate;
    }
  }

  state Running {
    entry {
      send this, eFire;
    }
    on eFire goto Resting with {
      send cabin, eTimeout;
    }
    on eCancel goto Resting with {
      send cabin, eCancelled;
    }
  }
}

// WRONG: a door that met an obstacle obeys an eReopen that comes after its eBlocked: two answers to one question.
machine EagerDoor {
  var cabin: machine;

  start state Start {
    entry (owner: machine) {
      cabin = owner;
      goto Shut;
    }
  }

  state Shut {
    on eOpen goto Wide;
    ignore eReopen;
  }

  state Wide {
    entry {
      send cabin, eOpened;
    }
    on eClose goto Narrowing;
  }

  state Narrowing {
    entry {
      send this, eStep;
    }
    on eStep do {
      if ($) {
        send cabin, eBlocked;
        goto Ajar;
      }
      send cabin, eClosed;
      goto Shut;
    }
    on eReopen goto Recovering;
  }

  state Recovering {
    on eStep goto Wide;
  }

  state Ajar {
    on eClose goto Narrowing;
    on eReopen goto Wide;
  }
}

// WRONG: after an obstacle the cabin believes that the door is shut, and sets off.
machine CarelessCabin {
  var door: machine;
  var motor: machine;
  var timer: machine;
  var panel: machine;
  var floor: int;
  var target: int;
  var calls: set[int];

  start state Start {
    entry {
      panel = new Panel();
      door = new Door(this);
      motor = new Motor(this);
      timer = new Timer(this);
      goto Idle;
    }
  }

  // Standing still, door shut: from here alone the cabin sets off.
  state Idle {
    entry Depart;
    on eCall do (at: int) {
      Note(at);
      Depart();
    }
    on eHold goto Opening;
    ignore eShut;
  }

  state Moving {
    entry {
      send motor, eMove, target;
    }
    on eAt do (at: int) {
      floor = at;
      if (at == target) goto Opening;
    }
    on eCall do Note;
    ignore eHold, eShut;
  }

  state Opening {
    entry {
      send door, eOpen;
    }
    on eOpened goto Open;
    on eCall do Note;
    ignore eHold, eShut;
  }

  state Open {
    entry {
      if (floor in calls) {
        calls -= (floor);
        send panel, eDark, floor;
      }
      send timer, eArm;
    }
    on eTimeout goto Closing;
    on eHold goto Rearming;
    on eShut goto Hurrying;
    on eCall do Note;
  }

  // The timer may fire while our eCancel is under way. Its answer tells us that no stale eTimeout can follow.
  state Rearming {
    entry {
      send timer, eCancel;
    }
    on eCancelled, eTooLate goto Open;
    on eCall do Note;
    ignore eTimeout, eHold, eShut;
  }

  state Hurrying {
    entry {
      send timer, eCancel;
    }
    on eCancelled, eTooLate goto Closing;
    on eCall do Note;
    ignore eTimeout, eHold, eShut;
  }

  state Closing {
    entry {
      send door, eClose;
    }
    on eClosed goto Idle;
    on eBlocked goto Idle;
    on eHold goto Reversing;
    on eCall do Note;
    ignore eShut;
  }

  // The door answers eClose or eReopen, whichever it was in time for, and not both.
  state Reversing {
    entry {
      send door, eReopen;
    }
    on eClosed goto Opening;
    on eOpened, eBlocked goto Open;
    on eCall do Note;
    ignore eHold, eShut;
  }

  fun Note(at: int) {
    calls += (at);
    send panel, eLight, at;
  }

  // Which call comes first is left open.
  fun Depart() {
    if (sizeof(calls) == 0) return;
    if (floor in calls) goto Opening;
    target = choose(calls);
    goto Moving;
  }
}

// expect: violated: has no handler for eFire
test param (floors in [2, 3]) tcHastyTimer [main=Building]:
  assert ShutWhileMoving in { HastyTimer -> Timer, Cabin, Door, Motor, Panel, User, Building };

// expect: violated: has no handler for eOpened
test param (floors in [2, 3]) tcEagerDoor [main=Building]:
  assert ShutWhileMoving in { EagerDoor -> Door, Cabin, Motor, Timer, Panel, User, Building };

// expect: violated: the cabin moves with an open door
test param (floors in [2, 3]) tcCarelessCabin [main=Building]:
  assert ShutWhileMoving in (union Around, { CarelessCabin -> Cabin });
