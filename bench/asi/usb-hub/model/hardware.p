// What the driver does not control. The wire moves whenever it likes, as often as it likes: nobody
// answers it, so no bound on the queue of the hardware is known.

machine Wire {
  start state Moving {
    entry (interrupt: Interrupt) {
      while (true) {
        send interrupt, eLineMoved;
      }
    }
  }
}

// What is on the line is drawn when it is looked at: anything may have happened since.
fun Line(): tLine {
  if ($) {
    return EMPTY;
  }
  if ($) {
    return PRESENT;
  }
  if ($) {
    return WAKING;
  }
  return SHORTED;
}

// Tells the port that something has changed on its line: once, and then not before the port has
// asked for the next change. It does so whether the port has power or not.
machine Interrupt {
  var port: Port;

  start state Start {
    entry (owner: Port) {
      port = owner;
      new Wire(this);
      goto Silent;
    }
  }

  // Nothing has changed since the last change that was told.
  state Silent {
    on eLineMoved goto Changed;
    on eArmChange goto Armed;
  }

  // The next change is told.
  state Armed {
    on eLineMoved goto Silent with {
      send port, ePortChange, Line();
    }
  }

  // Something has changed, and nobody wants to know yet.
  state Changed {
    on eArmChange goto Silent with {
      send port, ePortChange, Line();
    }
    ignore eLineMoved;
  }
}

// The registers of a port: one command at a time, which may fail.
machine PortHardware {
  var port: Port;

  start state Start {
    entry (owner: Port) {
      port = owner;
      goto Off;
    }
  }

  state Off {
    on ePowerOn goto On with {
      send port, ePowered;
    }
    on ePowerOff do {
      send port, eUnpowered;
    }
  }

  state On {
    on ePowerOff goto Off with {
      send port, eUnpowered;
    }
    on eReadLine do {
      send port, eLine, Line();
    }
    on eResetPort do (slot: int) {
      send port, eResetDone, (slot = slot, ok = $);
    }
    on eSuspendLink do {
      send port, eLinkSuspended, $;
    }
    on eResumeLink do {
      send port, eLinkResumed, $;
    }
  }
}

// The ways to a device: one for control requests of the driver, one for transfers of the queue. Both
// answer in the end, and both may fail.
machine ControlPipe {
  var device: Device;

  start state Serving {
    entry (owner: Device) {
      device = owner;
    }
    on eControl do {
      send device, eControlDone, $;
    }
  }
}

machine BulkPipe {
  var queue: IoQueue;

  start state Serving {
    entry (owner: IoQueue) {
      queue = owner;
    }
    on eTransfer do {
      send queue, eTransferDone, $;
    }
    on eAbort do {
      send queue, eAborted;
    }
  }
}
