// A device in a slot of the hub: gets an address and a configuration, then works and sleeps until
// it is removed. One machine serves all devices that are ever plugged into the slot, one after the
// other; so what belongs to the last one must be over before the port hears that it is gone.

type tDeviceConfig = (port: Port, slot: int);

machine Device {
  var port: Port;
  var slot: int;
  var pipe: ControlPipe;
  var queue: IoQueue;

  start state Start {
    entry (config: tDeviceConfig) {
      port = config.port;
      slot = config.slot;
      pipe = new ControlPipe(this);
      queue = new IoQueue((device = this, slot = slot));
      goto Absent;
    }
  }

  fun Fail() {
    send port, eEnumerationFailed, slot;
    goto Absent;
  }

  fun Remove() {
    send port, eDeviceRemoved, slot;
    goto Absent;
  }

  fun WakeUp() {
    send queue, eQueueResume;
    goto Working;
  }

  state Absent {
    on eEnumerate goto Addressing;
    on eRemoveDevice do Remove;   // enumeration has just failed
  }

  state Addressing {
    entry {
      send pipe, eControl;
    }
    on eControlDone do (ok: bool) {
      if (!ok) {
        Fail();
      }
      send port, eAddressed, slot;
      goto Describing;
    }
    on eRemoveDevice goto Abandoning;
  }

  state Describing {
    entry {
      send pipe, eControl;
    }
    on eControlDone do (ok: bool) {
      if (!ok) {
        Fail();
      }
      goto Configuring;
    }
    on eRemoveDevice goto Abandoning;
  }

  state Configuring {
    entry {
      send pipe, eControl;
    }
    on eControlDone do (ok: bool) {
      if (!ok) {
        Fail();
      }
      send queue, eQueueStart;
      send port, eConfigured;
      goto Working;
    }
    on eRemoveDevice goto Abandoning;
  }

  // Unplugged with a control request under way. Its answer will come, and must not be taken for one
  // to the first request of the next device.
  state Abandoning {
    entry {
      if (Flaw() == LATE_COMPLETION) {
        Remove();
      }
    }
    on eControlDone do Remove;
  }

  state Working {
    on eQueueIdle goto Idling;
    on eQueueError goto Broken;
    on eQuiesce goto Quieting with {
      send queue, eQueuePause;
    }
    on eRemoveDevice goto Purging;
    ignore eQueueWanted;   // was woken by somebody else
  }

  // Wants to sleep, and lets the queue finish first.
  state Idling {
    entry {
      send queue, eQueuePause;
    }
    on eQueuePaused goto AskingForSleep;
    on eQuiesce goto Quieting;
    on eRemoveDevice goto Purging;
  }

  state AskingForSleep {
    entry {
      send port, eDeviceIdle;
    }
    on eDeviceSleeps goto Asleep;
    on eDeviceAwake do WakeUp;   // sleep was refused
    on eQuiesce goto Quiet with {
      send port, eDeviceQuiet;
    }
    on eRemoveDevice goto Purging;
    defer eQueueWanted;
  }

  state Asleep {
    on eQueueWanted goto Waking;
    on eDeviceAwake do WakeUp;
    on eRemoveDevice goto Purging;
  }

  // The queue stays paused until the link is up again.
  state Waking {
    entry {
      send port, eDeviceWanted;
      if (Flaw() == EARLY_TRANSFER) {
        send queue, eQueueResume;
      }
    }
    on eDeviceAwake do WakeUp;
    on eRemoveDevice goto Purging;
  }

  // The hub goes to sleep: the queue pauses whether the client likes it or not.
  state Quieting {
    on eQueuePaused goto Quiet with {
      send port, eDeviceQuiet;
    }
    ignore eQueueIdle, eQueueError, eQueueWanted;
  }

  state Quiet {
    on eDeviceAwake do WakeUp;
    on eRemoveDevice goto Purging;
    ignore eQueueWanted;   // the queue is resumed with the hub
  }

  // A transfer has failed: only a reset helps. If the hub goes to sleep first, the next transfer
  // will fail, too.
  state Broken {
    entry {
      send port, eDeviceBroken;
    }
    on eQuiesce goto Quieting with {
      send queue, eQueuePause;
    }
    on eRemoveDevice goto Purging;
  }

  state Purging {
    entry {
      send queue, eQueuePurge;
    }
    on eQueuePurged do Remove;
    ignore eQueuePaused, eQueueIdle, eQueueError, eQueueWanted;
  }
}
