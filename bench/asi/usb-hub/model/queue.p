// The queue of a device: takes transfers of the client to the pipe while the device works, keeps
// them while it sleeps, and gets rid of them when it is lost. It tells the device what the client
// would like, but only once, or it would flood a device that is busy; what the device then does is
// none of its business.

type tQueueConfig = (device: Device, slot: int);

machine IoQueue {
  var device: Device;
  var pipe: BulkPipe;
  var client: Client;
  var slot: int;
  var told: bool;   // the device, of one thing, since it last started, paused or resumed the queue

  start state Start {
    entry (config: tQueueConfig) {
      device = config.device;
      slot = config.slot;
      pipe = new BulkPipe(this);
      client = new Client(this);
      goto Absent;
    }
  }

  fun Tell(what: event) {
    if (!told) {
      told = true;
      send device, what;
    }
  }

  fun Complete(ok: bool) {
    if (!ok) {
      Tell(eQueueError);
    }
    send client, eCompleted, ok;
  }

  fun Pause() {
    told = false;
    send device, eQueuePaused;
  }

  state Absent {
    on eQueueStart goto Ready with {
      send client, eArrived;
    }
  }

  state Ready {
    on eSubmit goto Busy with {
      send pipe, eTransfer, slot;
    }
    on eGoIdle do {
      Tell(eQueueIdle);
    }
    on eQueuePause goto Paused with Pause;
    on eQueuePurge goto Purging;
    ignore eCancel;   // too late
  }

  state Busy {
    on eTransferDone goto Ready with Complete;
    on eCancel goto Cancelling;
    on eQueuePause goto Draining;
    on eQueuePurge goto Aborting;
  }

  // The transfer may have been done before the pipe hears that it should not be.
  state Cancelling {
    entry {
      send pipe, eAbort;
    }
    on eAborted goto Ready with {
      send client, eCompleted, false;
    }
    defer eQueuePause, eQueuePurge;
    ignore eTransferDone;
  }

  // The device wants to sleep as soon as the transfer under way is done.
  state Draining {
    on eTransferDone goto Paused with (ok: bool) {
      Complete(ok);
      Pause();
    }
    on eQueuePurge goto Aborting;
    ignore eCancel;
  }

  state Paused {
    on eSubmit goto Holding with {
      Tell(eQueueWanted);
    }
    on eQueueResume goto Ready with {
      told = false;
    }
    on eQueuePurge goto Purging;
    ignore eCancel, eGoIdle;
  }

  // A transfer waits for the device to wake up.
  state Holding {
    on eQueueResume goto Busy with {
      told = false;
      send pipe, eTransfer, slot;
    }
    on eCancel goto Paused with {
      send client, eCompleted, false;
    }
    on eQueuePurge goto Purging;
  }

  // The device is lost with a transfer under way.
  state Aborting {
    entry {
      send pipe, eAbort;
    }
    on eAborted goto Purging;
    ignore eTransferDone, eCancel;
  }

  // What the client has under way is answered by eLost.
  state Purging {
    entry {
      told = false;
      send client, eLost;
    }
    on eClosed goto Absent with {
      send device, eQueuePurged;
    }
    ignore eSubmit, eCancel, eGoIdle;
  }
}
