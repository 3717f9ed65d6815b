machine OnePort {
  start state Run {
    entry {
      new Kernel(1);
    }
  }
}

machine TwoPorts {
  start state Run {
    entry {
      new Kernel(2);
    }
  }
}

// A kernel that is content when the hub works.
machine SteadyKernel {
  start state Start {
    entry (ports: int) {
      send new Hub((kernel = this, ports = ports)), eStartHub;
    }
    on eRequestDone goto Working;
  }

  state Working {
  }
}

// A client that is content when the device is there.
machine SilentClient {
  var queue: IoQueue;

  start state Start {
    entry (owner: IoQueue) {
      queue = owner;
    }
    on eArrived goto Attached;
  }

  state Attached {
    on eLost goto Detached with {
      send queue, eClosed;
    }
  }

  state Detached {
    on eArrived goto Attached;
  }
}

// A wire that moves as often as the other one, but has only one message under way at a time. To the
// driver it is the same. To engines that let a handler run to its end it is not: the other one has
// a thousand under way, and each number of them is a state of its own.
event eStep;

machine SteppingWire {
  var interrupt: Interrupt;

  start state Moving {
    entry (target: Interrupt) {
      interrupt = target;
      send this, eStep;
    }
    on eStep do {
      send interrupt, eLineMoved;
      send this, eStep;
    }
  }
}

module Hardware = { PortHardware, Interrupt, ControlPipe, BulkPipe };
module Loop = { Wire };
module Steps = { SteppingWire -> Wire };
module Driver = { Hub, Port, Device, IoQueue, Timer, AddressZero };
module Busy = { Kernel, Client };
module Calm = { SteadyKernel -> Kernel, SilentClient -> Client };

// Everything that one port can meet.
test tcOnePort [main = OnePort]:
  assert OneAtAddressZero, NoTransferAsleep in (union Driver, Hardware, Loop, Busy, { OnePort });
// The same, for engines that see every state.
test tcOnePortBySteps [main = OnePort]:
  assert OneAtAddressZero, NoTransferAsleep in (union Driver, Hardware, Steps, Busy, { OnePort });
// Too large to be proved: to look for what is wrong.
test tcTwoPorts [main = TwoPorts]:
  assert OneAtAddressZero, NoTransferAsleep in (union Driver, Hardware, Loop, Busy, { TwoPorts });
// Plugging and unplugging: what ports have in common is address zero.
test tcOneCalmPort [main = OnePort]:
  assert OneAtAddressZero in (union Driver, Hardware, Loop, Calm, { OnePort });
test tcTwoCalmPorts [main = TwoPorts]:
  assert OneAtAddressZero in (union Driver, Hardware, Loop, Calm, { TwoPorts });
