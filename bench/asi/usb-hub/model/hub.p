// The hub: turns what the kernel wants into commands for all ports, and waits until they have
// answered. That the hub was pulled out is noted at once and acted upon when the ports have
// answered: then the kernel's request is completed, and the ports are stopped.

type tHubConfig = (kernel: Kernel, ports: int);

machine Hub {
  var kernel: Kernel;
  var ports: seq[Port];
  var missing: int;   // answers of ports
  var gone: bool;
  var woken: bool;    // in this sleep

  start state Start {
    entry (config: tHubConfig) {
      var zero: AddressZero;
      kernel = config.kernel;
      zero = new AddressZero();
      while (sizeof(ports) < config.ports) {
        ports += (sizeof(ports), new Port((hub = this, zero = zero, slot = sizeof(ports) + 1)));
      }
      goto Stopped;
    }
  }

  fun TellPorts(command: event) {
    var port: Port;
    missing = sizeof(ports);
    foreach (port in ports) {
      send port, command;
    }
  }

  // True with the last answer.
  fun HasAnswered(): bool {
    missing = missing - 1;
    return missing == 0;
  }

  fun NoteGone() {
    gone = true;
  }

  state Stopped {
    entry {
      gone = false;
      woken = false;
    }
    on eStartHub goto Starting;
    ignore eHubGone;   // overtaken by its own removal
  }

  state Starting {
    entry {
      TellPorts(ePortStart);
    }
    on ePortStarted do {
      if (HasAnswered()) {
        send kernel, eRequestDone;
        goto Active;
      }
    }
    on eHubGone do {
      NoteGone();
      if (Flaw() == HASTY_REMOVAL) {
        send kernel, eRequestDone;
        goto Vanishing;
      }
    }
  }

  state Active {
    entry {
      woken = false;
      if (gone) {
        goto Vanishing;
      }
    }
    on eSuspendHub goto Suspending;
    on eStopHub goto Stopping;
    on eHubGone goto Vanishing;
  }

  // A port that sleeps already may wake before the others sleep.
  state Suspending {
    entry {
      TellPorts(ePortSuspend);
    }
    on ePortSuspended do {
      if (HasAnswered()) {
        send kernel, eRequestDone;
        goto Suspended;
      }
    }
    on ePortWakes do {
      woken = true;
    }
    on eHubGone do NoteGone;
  }

  state Suspended {
    entry {
      if (gone) {
        goto Vanishing;
      }
      if (woken) {
        send kernel, eHubWakes;
      }
    }
    on ePortWakes do {
      if (!woken) {
        woken = true;
        send kernel, eHubWakes;
      }
    }
    on eResumeHub goto Resuming;
    on eStopHub goto Stopping;
    on eHubGone goto Vanishing;
  }

  state Resuming {
    entry {
      TellPorts(ePortResume);
    }
    on ePortResumed do {
      if (HasAnswered()) {
        send kernel, eRequestDone;
        goto Active;
      }
    }
    on eHubGone do NoteGone;
    ignore ePortWakes;
  }

  state Stopping {
    entry {
      TellPorts(ePortStop);
    }
    on ePortStopped do {
      if (HasAnswered()) {
        send kernel, eRequestDone;
        goto Stopped;
      }
    }
    ignore ePortWakes, eHubGone;
  }

  // Pulled out: the ports are stopped before the kernel asks for it.
  state Vanishing {
    entry {
      TellPorts(ePortStop);
    }
    on ePortStopped do {
      if (HasAnswered()) {
        goto Vanished;
      }
    }
    defer eStopHub;
    ignore ePortWakes;
  }

  state Vanished {
    on eStopHub goto Stopped with {
      send kernel, eRequestDone;
    }
  }
}
