// Lifts that raise a truck together, one at each wheel, connected in a ring.
//
// A hand on the button of any lift moves all of them, up or down, until the button is released. A lift that
// is called sends eSync round the ring: all others stop listening to their own hands and follow. When eSync is back,
// all are ready, and eGo starts the motors; eStop ends it. If several are called at the same time, the one
// with the lowest number wins: it lets the eSync of others fall, and so do its followers.
//
// While a motor turns, a gauge shows it, without end and without waiting for the display. Hands are patient, they
// wait for the lamp, or hurried, and then nothing bounds what they press.

param lifts: int;

enum tWay { HALT, UP, DOWN }
type tCall = (caller: int, way: tWay);
type tMotor = (lift: machine, gauge: machine);
type tDrive = (lift: int, way: tWay);

// hand <-> lift: each press and release is answered
event ePress: tWay;
event eRelease;
event eLamp;

// lift -> next lift
event eSync: tCall;
event eGo: tCall;
event eStop: int;

event eNext: machine;   // to each lift: who is next
event eDrive: tDrive;   // lift -> motor
event eDriven;          // motor -> lift: done so
event eTurned: tWay;    // motor -> gauge
event eShow: tWay;      // gauge -> display

// what machines tell themselves
event eTurn;
event eAgain;

machine Lift {
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

machine Motor {
  var around: tMotor;
  var way: tWay;
  var isTurning: bool;  // an eTurn is on its way

  start state Run {
    entry (places: tMotor) {
      around = places;
    }
    on eDrive do (order: tDrive) {
      assert (order.way == HALT) != (way == HALT), "a motor is started twice, or stopped twice";
      way = order.way;
      send around.lift, eDriven;
      if (!isTurning && way != HALT) {
        isTurning = true;
        send this, eTurn;
      }
    }
    on eTurn do {
      isTurning = way != HALT;
      if (isTurning) {
        send around.gauge, eTurned, way;
        send this, eTurn;
      }
    }
  }
}

machine Gauge {
  var display: machine;

  start state Measure {
    entry (above: machine) {
      display = above;
    }
    on eTurned do (way: tWay) {
      send display, eShow, way;
    }
  }
}

// A gauge that is not connected.
machine DeadGauge {
  start state Measure {
    entry (above: machine) { }
    ignore eTurned;
  }
}

machine Display {
  start state Show {
    on eShow do (way: tWay) {
      assert way != HALT, "a motor turns that was stopped";
    }
  }
}

// Presses a button and releases it, for ever; waits for the lamp in between.
machine Hand {
  var lift: machine;

  start state Start {
    entry (below: machine) {
      lift = below;
      goto Pressing;
    }
  }

  state Pressing {
    entry {
      if ($) send lift, ePress, UP;
      else send lift, ePress, DOWN;
    }
    on eLamp goto Releasing;
  }

  state Releasing {
    entry {
      send lift, eRelease;
    }
    on eLamp goto Pressing;
  }
}

// ... does not look at the lamp.
machine HurriedHand {
  var lift: machine;
  var isDown: bool;

  start state Play {
    entry (below: machine) {
      lift = below;
      send this, eAgain;
    }
    on eAgain do {
      if (isDown) send lift, eRelease;
      else if ($) send lift, ePress, UP;
      else send lift, ePress, DOWN;
      isDown = !isDown;
      send this, eAgain;
    }
    ignore eLamp;
  }
}

machine Garage {
  start state Go {
    entry {
      var ring: seq[machine];
      var i: int;
      while (i < lifts) {
        ring += (i, new Lift(i));
        i = i + 1;
      }
      i = 0;
      while (i < lifts) {
        send ring[i], eNext, ring[(i + 1) % lifts];
        i = i + 1;
      }
    }
  }
}

// No lift goes up while another one goes down.
spec Together observes eDrive {
  var up: set[int];
  var down: set[int];

  start state Watching {
    on eDrive do (drive: tDrive) {
      up -= (drive.lift);
      down -= (drive.lift);
      if (drive.way == UP) up += (drive.lift);
      if (drive.way == DOWN) down += (drive.lift);
      assert sizeof(up) == 0 || sizeof(down) == 0, "the truck is torn apart";
    }
  }
}

module Around = { Motor, Display, Garage };

// expect: holds
test param (lifts in [2, 3, 4]) tcLifts [main=Garage]:
  assert Together in (union Around, { Lift, Gauge, Hand });

// Too much for a proof: where hands flood a queue, the messages of the ring that come behind are known without their
// order, and then seem to come in a wrong one.
// expect: holds
test param (lifts in [2, 3]) tcHurried [main=Garage]:
  assert Together in (union Around, { Lift, Gauge, HurriedHand -> Hand });

// Nothing to show: every state can be seen.
// expect: holds
test param (lifts in [2, 3]) tcDeadGauge [main=Garage]:
  assert Together in (union Around, { Lift, DeadGauge -> Gauge, Hand });
