// The kernel: starts the hub, lets it sleep and wake, stops it, without end. Somebody may pull the
// hub out at any time, also while a request is under way; the next request is then to stop it.

machine Kernel {
  var hub: Hub;
  var gone: bool;

  start state Start {
    entry (ports: int) {
      hub = new Hub((kernel = this, ports = ports));
      goto Starting;
    }
  }

  fun MayBePulledOut() {
    if (!gone && $) {
      gone = true;
      send hub, eHubGone;
    }
  }

  state Starting {
    entry {
      gone = false;
      send hub, eStartHub;
      MayBePulledOut();
    }
    on eRequestDone goto Working;
  }

  state Working {
    entry {
      MayBePulledOut();
      if (gone || $) {
        goto Stopping;
      }
      goto Suspending;
    }
  }

  state Suspending {
    entry {
      send hub, eSuspendHub;
      MayBePulledOut();
    }
    on eRequestDone goto Sleeping;
  }

  state Sleeping {
    entry {
      MayBePulledOut();
      if (gone || $) {
        goto Stopping;
      }
      if ($) {
        goto Resuming;
      }
    }
    on eHubWakes goto Resuming;
  }

  state Resuming {
    entry {
      send hub, eResumeHub;
      MayBePulledOut();
    }
    on eRequestDone goto Working;
    ignore eHubWakes;
  }

  state Stopping {
    entry {
      send hub, eStopHub;
      MayBePulledOut();
    }
    on eRequestDone goto Starting;
    ignore eHubWakes;
  }
}
