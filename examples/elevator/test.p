// One elevator, two floors, and users with a bounded number of presses.

param nPresses: int;
param nObstacles: int;

type tUserConfig = (elevator: machine, presses: int);

// Presses buttons in any order.
machine User {
  start state Play {
    entry (config: tUserConfig) {
      var left: int;
      left = config.presses;
      while (left > 0) {
        Press(config.elevator, choose(4));
        left = left - 1;
      }
    }
  }

  fun Press(elevator: machine, button: int) {
    if (button == 0) {
      send elevator, eHold;
    } else if (button == 1) {
      send elevator, eShut;
    } else {
      send elevator, eCall, button - 2;
    }
  }
}

// A door that never closes again: whatever it is told, something is in the way.
machine JammedDoor {
  var elevator: machine;

  start state Stuck {
    entry (config: tDoorConfig) {
      elevator = config.elevator;
    }
    on eOpen do {
      send elevator, eOpened;
    }
    on eClose do {
      send elevator, eBlocked;
    }
  }
}

machine OneUser {
  start state Go {
    entry {
      new User((elevator = new Elevator(nObstacles), presses = nPresses));
    }
  }
}

machine TwoUsers {
  start state Go {
    entry {
      var elevator: machine;
      elevator = new Elevator(0);
      new User((elevator = elevator, presses = 1));
      new User((elevator = elevator, presses = 1));
    }
  }
}

machine UpAndDown {
  start state Go {
    entry {
      var elevator: machine;
      elevator = new Elevator(0);
      send elevator, eCall, 1;
      send elevator, eCall, 0;
    }
  }
}

module Devices = { Door, Motor, Timer };
module Cabin = (union { Elevator }, Devices);
module JammedCabin = { Elevator, JammedDoor -> Door, Motor, Timer };

// expect: holds
test param (nPresses in [1, 2, 3], nObstacles in [0, 1]) tcOneUser [main=OneUser]:
  assert ShutWhileMoving, OnePeriodAtATime, CallsAreServed in (union Cabin, { User, OneUser });

// expect: holds
test tcTwoUsers [main=TwoUsers]:
  assert ShutWhileMoving, OnePeriodAtATime, CallsAreServed in (union Cabin, { User, TwoUsers });

// expect: holds
test tcUpAndDown [main=UpAndDown]:
  assert ShutWhileMoving, OnePeriodAtATime, CallsAreServed in (union Cabin, { UpAndDown });

// A jammed door keeps the cabin where it is: open, try to close, open again, for ever. That is
// safe ...
// expect: holds
test tcJammedDoorIsSafe [main=UpAndDown]:
  assert ShutWhileMoving, OnePeriodAtATime in (union JammedCabin, { UpAndDown });

// ... but the second call is never served. The counterexample is a loop, not an end.
// expect: violated: Called
test tcJammedDoorStarves [main=UpAndDown]:
  assert CallsAreServed in (union JammedCabin, { UpAndDown });
