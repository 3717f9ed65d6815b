// An elevator: a cabin that commands a door, a motor and a timer, and a user who presses buttons for ever.
//
// Nobody waits for the user, and the user waits for nobody: calls come faster than the panel can light
// its lamps, and queues have no bound. What each machine knows is finite: the calls are a set, and the lamps too.

param floors: int;
param presses: int;  // how often the user presses a button; 0: without end

// user -> cabin
event eCall: int;  // come to this floor
event eHold;       // keep the door open
event eShut;       // close the door now

// cabin -> panel: each press is confirmed, whether it is new or not
event eLight: int;
event eDark: int;

// cabin <-> door
event eOpen;
event eClose;
event eReopen;   // while it closes; a door that is shut by then lets it fall
event eOpened;
event eClosed;
event eBlocked;  // something is in the way: it opens again by itself

// cabin <-> motor
event eMove: int;
event eAt: int;  // the floor that the cabin passes, or stops at

// cabin <-> timer
event eArm;
event eCancel;
event eTimeout;
event eCancelled;  // stopped in time: no eTimeout comes
event eTooLate;    // an eTimeout is on its way, before this answer

// what machines tell themselves
event eAgain;  // the user: another press
event eStep;   // the motor: another floor; the door: it moves on
event eFire;   // the timer: the time is over

machine Cabin {
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
    on eBlocked goto Open;
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

machine Door {
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

  // The eStep of the closing that was broken off is on its way. It must not be taken for one of the next.
  state Recovering {
    on eStep goto Wide;
  }

  state Ajar {
    on eClose goto Narrowing;
    ignore eReopen;
  }
}

machine Motor {
  var cabin: machine;
  var at: int;
  var goal: int;

  start state Run {
    entry (owner: machine) {
      cabin = owner;
    }
    on eMove do (target: int) {
      assert target != at, "the motor is to go where it is";
      goal = target;
      send this, eStep;
    }
    on eStep do {
      if (at < goal) at = at + 1;
      else at = at - 1;
      send cabin, eAt, at;
      if (at != goal) send this, eStep;
    }
  }
}

// Time is a message to oneself: whether a cancellation comes before it is for the scheduler to decide.
machine Timer {
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
    on eCancel goto Cancelled with {
      send cabin, eCancelled;
    }
  }

  // The eFire of the period that was cancelled comes before anything new.
  state Cancelled {
    on eFire goto Resting;
  }
}

machine Panel {
  var lit: set[int];

  start state Show {
    on eLight do (floor: int) {
      lit += (floor);
    }
    on eDark do (floor: int) {
      assert floor in lit, "a lamp goes out that was not lit";
      lit -= (floor);
    }
  }
}

machine User {
  var cabin: machine;
  var pressed: int;

  start state Play {
    entry (built: machine) {
      cabin = built;
      send this, eAgain;
    }
    on eAgain do {
      if ($) send cabin, eHold;
      else if ($) send cabin, eShut;
      else send cabin, eCall, choose(floors);
      if (presses > 0) pressed = pressed + 1;
      if (presses == 0 || pressed < presses) send this, eAgain;
    }
  }
}

machine Building {
  start state Go {
    entry {
      new User(new Cabin());
    }
  }
}

// The cabin moves only with the door shut. The door counts as open from the command to open it to its report
// that it is shut.
spec ShutWhileMoving observes eOpen, eClosed, eMove, eAt {
  var ajar: bool;
  var goal: int;
  var moving: bool;

  start state Watching {
    on eOpen do {
      assert !moving, "the door opens while the cabin moves";
      ajar = true;
    }
    on eClosed do {
      ajar = false;
    }
    on eMove do (target: int) {
      assert !moving, "the motor is started twice";
      assert !ajar, "the cabin moves with an open door";
      moving = true;
      goal = target;
    }
    on eAt do (floor: int) {
      if (floor == goal) moving = false;
    }
  }
}

module Devices = { Door, Motor, Timer, Panel };
module Around = (union Devices, { User, Building });

// expect: holds
test param (floors in [2, 3, 4]) tcElevator [main=Building]:
  assert ShutWhileMoving in (union Around, { Cabin });

// A user who gets tired: every state can be seen.
// expect: holds
test param (floors in [2], presses in [1, 2, 3, 4]) tcTiredUser [main=Building]:
  assert ShutWhileMoving in (union Around, { Cabin });
