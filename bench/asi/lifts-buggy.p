// Faults in the lifts of lifts.p: machines that take the place of its own, each different in one place.

// WRONG: it follows whoever calls, even if its own number is lower. Two that call each other both follow.
machine PoliteLift {
  var number: int;
  var motor: machine;
  var hand: machine;
  var next: machine;
  var call: tCall;       // who is called, and which way
  var isReleased: bool;  // ... and no longer
  var isDriving: bool;

  start state Start {
    entry (place: int) {
      number = place;
      motor = new Motor((lift = this, gauge = new Gauge(new Display())));
    }
    on eNext goto Standby with (neighbour: machine) {
      next = neighbour;
      hand = new Hand(this);
    }
    defer eSync;
  }

  state Standby {
    entry {
      call = default(tCall);
      isReleased = false;
    }
    on ePress goto Calling with (way: tWay) {
      call = (caller = number, way = way);
      send next, eSync, call;
      Answer();
    }
    on eSync goto Following with (other: tCall) {
      Follow(other);
    }
    on eRelease do Answer;
  }

  // Called, and waiting for its eSync.
  state Calling {
    on eSync do (other: tCall) {
      if (other.caller == number) {
        if (isReleased) goto Stopping;
        goto Leading;
      }
      Follow(other);
      goto Following;
    }
    on eRelease do {
      isReleased = true;
      Answer();
    }
    on ePress do Answer;
  }

  state Leading {
    entry {
      Drive(call.way);
      send next, eGo, call;
    }
    on eGo do (back: tCall) {
      assert back == call, "another one leads";
    }
    on eRelease goto Stopping with Answer;
    on ePress do Answer;
  }

  state Stopping {
    entry {
      Drive(HALT);
      send next, eStop, number;
    }
    on eStop goto Standby with (caller: int) {
      assert caller == number, "another one leads";
    }
    on eGo do (back: tCall) {
      assert back == call, "another one leads";
    }
    on ePress, eRelease do Answer;
  }

  state Following {
    on eSync do (other: tCall) {
      assert other.caller != number, "two lifts believe to have been called first";
      if (other.caller < call.caller) Follow(other);
    }
    on eGo do (other: tCall) {
      assert other == call, "it follows another one";
      Drive(call.way);
      send next, eGo, call;
    }
    on eStop goto Standby with (caller: int) {
      assert caller == call.caller, "it follows another one";
      Drive(HALT);
      send next, eStop, caller;
    }
    on ePress, eRelease do Answer;
  }

  fun Answer() {
    send hand, eLamp;
  }

  fun Follow(other: tCall) {
    call = other;
    send next, eSync, other;
  }

  fun Drive(way: tWay) {
    if (isDriving == (way != HALT)) return;
    isDriving = way != HALT;
    send motor, eDrive, (lift = number, way = way);
    receive {
      case eDriven: { }
    }
  }
}

// WRONG: released before its eSync is back, it forgets that it has called, and the others wait for it.
machine HastyLift {
  var number: int;
  var motor: machine;
  var hand: machine;
  var next: machine;
  var call: tCall;       // who is called, and which way
  var isDriving: bool;

  start state Start {
    entry (place: int) {
      number = place;
      motor = new Motor((lift = this, gauge = new Gauge(new Display())));
    }
    on eNext goto Standby with (neighbour: machine) {
      next = neighbour;
      hand = new Hand(this);
    }
    defer eSync;
  }

  state Standby {
    entry {
      call = default(tCall);
    }
    on ePress goto Calling with (way: tWay) {
      call = (caller = number, way = way);
      send next, eSync, call;
      Answer();
    }
    on eSync goto Following with (other: tCall) {
      Follow(other);
    }
    on eRelease do Answer;
  }

  // Called, and waiting for its eSync.
  state Calling {
    on eSync do (other: tCall) {
      if (other.caller == number) {
        goto Leading;
      }
      if (other.caller < number) {
        Follow(other);
        goto Following;
      }
    }
    on eRelease goto Standby with Answer;
    on ePress do Answer;
  }

  state Leading {
    entry {
      Drive(call.way);
      send next, eGo, call;
    }
    on eGo do (back: tCall) {
      assert back == call, "another one leads";
    }
    on eRelease goto Stopping with Answer;
    on ePress do Answer;
  }

  state Stopping {
    entry {
      Drive(HALT);
      send next, eStop, number;
    }
    on eStop goto Standby with (caller: int) {
      assert caller == number, "another one leads";
    }
    on eGo do (back: tCall) {
      assert back == call, "another one leads";
    }
    on ePress, eRelease do Answer;
  }

  state Following {
    on eSync do (other: tCall) {
      assert other.caller != number, "two lifts believe to have been called first";
      if (other.caller < call.caller) Follow(other);
    }
    on eGo do (other: tCall) {
      assert other == call, "it follows another one";
      Drive(call.way);
      send next, eGo, call;
    }
    on eStop goto Standby with (caller: int) {
      assert caller == call.caller, "it follows another one";
      Drive(HALT);
      send next, eStop, caller;
    }
    on ePress, eRelease do Answer;
  }

  fun Answer() {
    send hand, eLamp;
  }

  fun Follow(other: tCall) {
    call = other;
    send next, eSync, other;
  }

  fun Drive(way: tWay) {
    if (isDriving == (way != HALT)) return;
    isDriving = way != HALT;
    send motor, eDrive, (lift = number, way = way);
    receive {
      case eDriven: { }
    }
  }
}

// WRONG: once it stops, it does not expect its eGo, which may still be on its way round.
machine DeafLift {
  var number: int;
  var motor: machine;
  var hand: machine;
  var next: machine;
  var call: tCall;       // who is called, and which way
  var isReleased: bool;  // ... and no longer
  var isDriving: bool;

  start state Start {
    entry (place: int) {
      number = place;
      motor = new Motor((lift = this, gauge = new Gauge(new Display())));
    }
    on eNext goto Standby with (neighbour: machine) {
      next = neighbour;
      hand = new Hand(this);
    }
    defer eSync;
  }

  state Standby {
    entry {
      call = default(tCall);
      isReleased = false;
    }
    on ePress goto Calling with (way: tWay) {
      call = (caller = number, way = way);
      send next, eSync, call;
      Answer();
    }
    on eSync goto Following with (other: tCall) {
      Follow(other);
    }
    on eRelease do Answer;
  }

  // Called, and waiting for its eSync.
  state Calling {
    on eSync do (other: tCall) {
      if (other.caller == number) {
        if (isReleased) goto Stopping;
        goto Leading;
      }
      if (other.caller < number) {
        Follow(other);
        goto Following;
      }
    }
    on eRelease do {
      isReleased = true;
      Answer();
    }
    on ePress do Answer;
  }

  state Leading {
    entry {
      Drive(call.way);
      send next, eGo, call;
    }
    on eGo do (back: tCall) {
      assert back == call, "another one leads";
    }
    on eRelease goto Stopping with Answer;
    on ePress do Answer;
  }

  state Stopping {
    entry {
      Drive(HALT);
      send next, eStop, number;
    }
    on eStop goto Standby with (caller: int) {
      assert caller == number, "another one leads";
    }
    on ePress, eRelease do Answer;
  }

  state Following {
    on eSync do (other: tCall) {
      assert other.caller != number, "two lifts believe to have been called first";
      if (other.caller < call.caller) Follow(other);
    }
    on eGo do (other: tCall) {
      assert other == call, "it follows another one";
      Drive(call.way);
      send next, eGo, call;
    }
    on eStop goto Standby with (caller: int) {
      assert caller == call.caller, "it follows another one";
      Drive(HALT);
      send next, eStop, caller;
    }
    on ePress, eRelease do Answer;
  }

  fun Answer() {
    send hand, eLamp;
  }

  fun Follow(other: tCall) {
    call = other;
    send next, eSync, other;
  }

  fun Drive(way: tWay) {
    if (isDriving == (way != HALT)) return;
    isDriving = way != HALT;
    send motor, eDrive, (lift = number, way = way);
    receive {
      case eDriven: { }
    }
  }
}

// expect: violated: two lifts believe to have been called first
test param (lifts in [2, 3, 4]) tcPoliteLift [main=Garage]:
  assert Together in (union Around, { PoliteLift -> Lift, Gauge, Hand });

// expect: violated: two lifts believe to have been called first
test param (lifts in [2, 3, 4]) tcHastyLift [main=Garage]:
  assert Together in (union Around, { HastyLift -> Lift, Gauge, Hand });

// expect: violated: state Stopping of DeafLift has no handler for eGo
test param (lifts in [2, 3, 4]) tcDeafLift [main=Garage]:
  assert Together in (union Around, { DeafLift -> Lift, Gauge, Hand });
