// The driver of the device, a client of ours: one transfer after the other, each of which it may
// cancel; between two of them it may say that the device can sleep.

machine Client {
  var queue: IoQueue;

  start state Start {
    entry (owner: IoQueue) {
      queue = owner;
      goto Detached;
    }
  }

  fun Close() {
    send queue, eClosed;
    goto Detached;
  }

  state Detached {
    on eArrived goto Attached;
  }

  state Attached {
    entry {
      if ($) {
        send queue, eGoIdle;
      }
      send queue, eSubmit;
      goto Waiting;
    }
  }

  state Waiting {
    entry {
      if ($) {
        send queue, eCancel;
      }
    }
    on eCompleted goto Attached;
    on eLost do Close;
  }
}
