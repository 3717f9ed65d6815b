// A port: watches its line, brings a device from "something was plugged in" to "it works", lets it
// sleep and wake, and takes everything back when it is unplugged, when the hub sleeps or stops, or
// when too much current flows.
//
// While the hardware carries out a command, what else happens waits (`defer`). Elsewhere a change on
// the line or a command of the hub ends what the port is at: `goal` says where to go, and Unwinding
// takes back, one after the other, what the port has: the timer, the device, address zero.

type tPortConfig = (hub: Hub, zero: AddressZero, slot: int);

enum tGoal { TO_CHECK, TO_EMPTY, TO_DEBOUNCE, TO_POWER_CUT, TO_RESET, TO_FAILED, TO_SLEEP, TO_STOP }

machine Port {
  var hub: Hub;
  var zero: AddressZero;
  var slot: int;
  var hardware: PortHardware;
  var interrupt: Interrupt;
  var timer: Timer;
  var device: Device;

  var goal: tGoal;
  var armed: bool;      // the next change on the line will be told
  var timing: bool;     // the timer runs
  var queued: bool;     // for address zero, or owns it
  var attached: bool;   // the device was told to enumerate
  var retried: bool;

  start state Start {
    entry (config: tPortConfig) {
      hub = config.hub;
      zero = config.zero;
      slot = config.slot;
      hardware = new PortHardware(this);
      interrupt = new Interrupt(this);
      timer = new Timer(this);
      device = new Device((port = this, slot = slot));
      goto Stopped;
    }
  }

  fun Arm() {
    if (!armed) {
      armed = true;
      send interrupt, eArmChange;
    }
  }

  fun StartTimer() {
    assert !timing, "the timer is started twice";
    timing = true;
    send timer, eStartTimer;
  }

  fun GoalOf(line: tLine): tGoal {
    if (line == EMPTY) {
      return TO_EMPTY;
    }
    if (line == SHORTED) {
      return TO_POWER_CUT;
    }
    return TO_DEBOUNCE;
  }

  fun LineChanged(line: tLine) {
    armed = false;
    goal = GoalOf(line);
    goto Unwinding;
  }

  // Where it does not matter what has changed, since the line is looked at anyway before it does.
  fun NoteChange() {
    armed = false;
  }

  fun SuspendAsked() {
    goal = TO_SLEEP;
    goto Unwinding;
  }

  fun StopAsked() {
    goal = TO_STOP;
    goto Unwinding;
  }

  // Once more, if this was the first time.
  fun Retry() {
    if (retried) {
      goal = TO_FAILED;
      goto Unwinding;
    }
    retried = true;
    if (queued) {
      goto Resetting;
    }
    goto WaitingForZero;
  }

  state Stopped {
    on ePortStart goto Starting;
    on ePortChange do NoteChange;
  }

  state Starting {
    entry {
      send hardware, ePowerOn;
    }
    on ePowered goto Checking with {
      send hub, ePortStarted;
    }
    on ePortChange do NoteChange;
  }

  // Nobody knows what is plugged in.
  state Checking {
    entry {
      send hardware, eReadLine;
    }
    on eLine do (line: tLine) {
      goal = GoalOf(line);
      goto Unwinding;
    }
    on ePortChange do NoteChange;
    defer ePortSuspend, ePortStop;
  }

  state Empty {
    entry {
      Arm();
    }
    on ePortChange do LineChanged;
    on ePortSuspend do SuspendAsked;
    on ePortStop do StopAsked;
  }

  // Contacts bounce: only what stays for a while is a device.
  state Debouncing {
    entry {
      retried = false;
      StartTimer();
      Arm();
    }
    on eTimeout goto WaitingForZero with {
      timing = false;
    }
    on ePortChange do LineChanged;
    on ePortSuspend do SuspendAsked;
    on ePortStop do StopAsked;
  }

  state WaitingForZero {
    entry {
      assert !queued, "queued for address zero twice";
      queued = true;
      send zero, eAcquireZero, this;
    }
    on eZeroGranted goto Resetting;
    on ePortChange do LineChanged;
    on ePortSuspend do SuspendAsked;
    on ePortStop do StopAsked;
  }

  state Resetting {
    entry {
      send hardware, eResetPort, slot;
    }
    on eResetDone do (answer: tAnswer) {
      if (!answer.ok) {
        Retry();
      }
      goto Recovering;
    }
    defer ePortChange, ePortSuspend, ePortStop;
  }

  // After a reset a device has some time before it must answer.
  state Recovering {
    entry {
      StartTimer();
    }
    on eTimeout goto Enumerating with {
      timing = false;
    }
    on ePortChange do LineChanged;
    on ePortSuspend do SuspendAsked;
    on ePortStop do StopAsked;
  }

  state Enumerating {
    entry {
      assert queued && !attached && !timing;
      attached = true;
      send device, eEnumerate, slot;
    }
    on eAddressed goto LeavingZero;
    on eEnumerationFailed do {
      attached = false;
      Retry();
    }
    on ePortChange do LineChanged;
    on ePortSuspend do SuspendAsked;
    on ePortStop do StopAsked;
  }

  // The device has its address: the next one, please.
  state LeavingZero {
    entry {
      send zero, eReleaseZero, this;
    }
    on eZeroReleased goto Configuring with {
      queued = false;
    }
    defer eConfigured, eEnumerationFailed, ePortChange, ePortSuspend, ePortStop;
    defer eDeviceIdle, eDeviceBroken;
  }

  state Configuring {
    on eConfigured goto Enabled;
    on eEnumerationFailed do {
      attached = false;
      Retry();
    }
    on ePortChange do LineChanged;
    on ePortSuspend do SuspendAsked;
    on ePortStop do StopAsked;
  }

  state Enabled {
    entry {
      retried = false;
      Arm();
    }
    on ePortChange do (line: tLine) {
      if (line != WAKING) {
        LineChanged(line);
      }
      armed = false;
      Arm();
    }
    on eDeviceIdle goto SuspendingLink;
    on eDeviceBroken do {
      goal = TO_RESET;
      goto Unwinding;
    }
    on ePortSuspend goto Quiescing;
    on ePortStop do StopAsked;
    ignore eDeviceWanted;   // was woken by somebody else
  }

  // The device sleeps while the hub works.
  state SuspendingLink {
    entry {
      send hardware, eSuspendLink, slot;
    }
    on eLinkSuspended do (ok: bool) {
      if (ok) {
        send device, eDeviceSleeps;
        goto LinkSleeps;
      }
      send device, eDeviceAwake, slot;
      goto Enabled;
    }
    defer ePortChange, ePortSuspend, ePortStop;
  }

  state LinkSleeps {
    entry {
      Arm();
    }
    on ePortChange do (line: tLine) {
      if (line != WAKING) {
        LineChanged(line);
      }
      armed = false;
      goto ResumingLink;
    }
    on eDeviceWanted goto ResumingLink;
    on ePortSuspend goto HubSleeps;
    on ePortStop do StopAsked;
  }

  state ResumingLink {
    entry {
      send hardware, eResumeLink;
    }
    on eLinkResumed do (ok: bool) {
      if (ok) {
        send device, eDeviceAwake, slot;
        goto Enabled;
      }
      goal = TO_RESET;
      goto Unwinding;
    }
    defer ePortChange, ePortSuspend, ePortStop;
    ignore eDeviceWanted;
  }

  // The hub goes to sleep, and the device with it.
  state Quiescing {
    entry {
      send device, eQuiesce;
    }
    on eDeviceQuiet goto SuspendingWithHub;
    defer ePortChange;
    ignore eDeviceIdle, eDeviceBroken, eDeviceWanted;
  }

  state SuspendingWithHub {
    entry {
      send hardware, eSuspendLink, slot;
    }
    on eLinkSuspended do (ok: bool) {
      if (ok) {
        goto HubSleeps;
      }
      SuspendAsked();
    }
    defer ePortChange;
  }

  // With or without a device. A change wakes the hub, once; if it was not the device that woke, what
  // is plugged in has to be looked at anew.
  state HubSleeps {
    entry {
      goal = TO_SLEEP;
      send hub, ePortSuspended;
      Arm();
    }
    on ePortChange do (line: tLine) {
      armed = false;
      if (line != WAKING) {
        goal = TO_CHECK;
      }
      send hub, ePortWakes;
    }
    on ePortResume do {
      if (attached && goal == TO_SLEEP) {
        goto ResumingWithHub;
      }
      send hub, ePortResumed;
      goal = TO_CHECK;
      goto Unwinding;
    }
    on ePortStop do StopAsked;
    ignore eDeviceWanted;   // it is woken with the hub
  }

  state ResumingWithHub {
    entry {
      send hardware, eResumeLink;
    }
    on eLinkResumed do (ok: bool) {
      send hub, ePortResumed;
      if (ok) {
        send device, eDeviceAwake, slot;
        goto Enabled;
      }
      goal = TO_CHECK;
      goto Unwinding;
    }
    defer ePortChange;
    ignore eDeviceWanted;
  }

  // A device that does not work; something else may be plugged in.
  state Failed {
    entry {
      Arm();
    }
    on ePortChange do LineChanged;
    on ePortSuspend do SuspendAsked;
    on ePortStop do StopAsked;
  }

  // Too much current: no power for a while.
  state CuttingPower {
    entry {
      send hardware, ePowerOff;
    }
    on eUnpowered goto Cooling;
    on ePortChange do NoteChange;
    defer ePortSuspend, ePortStop;
  }

  state Cooling {
    entry {
      StartTimer();
    }
    on eTimeout goto Repowering with {
      timing = false;
    }
    on ePortChange do NoteChange;
    on ePortStop do StopAsked;
    defer ePortSuspend;
  }

  state Repowering {
    entry {
      send hardware, ePowerOn;
    }
    on ePowered goto Checking;
    on ePortChange do NoteChange;
    defer ePortSuspend, ePortStop;
  }

  state Stopping {
    entry {
      send hardware, ePowerOff;
    }
    on eUnpowered goto Stopped with {
      retried = false;
      send hub, ePortStopped;
    }
    on ePortChange do NoteChange;
  }

  state Unwinding {
    entry {
      if (timing) {
        goto StoppingTimer;
      }
      if (attached) {
        goto RemovingDevice;
      }
      if (queued && goal != TO_RESET) {
        goto ReleasingZero;
      }
      Proceed();
    }
  }

  fun Proceed() {
    var at: tGoal;
    at = goal;
    goal = TO_CHECK;   // so that states do not differ by what is over
    if (at == TO_CHECK) {
      goto Checking;
    } else if (at == TO_EMPTY) {
      goto Empty;
    } else if (at == TO_DEBOUNCE) {
      goto Debouncing;
    } else if (at == TO_POWER_CUT) {
      goto CuttingPower;
    } else if (at == TO_RESET) {
      goto WaitingForZero;
    } else if (at == TO_FAILED) {
      goto Failed;
    } else if (at == TO_SLEEP) {
      goto HubSleeps;
    }
    goto Stopping;
  }

  state StoppingTimer {
    entry {
      send timer, eStopTimer;
    }
    on eTimerStopped goto Unwinding with {
      timing = false;
    }
    defer ePortChange, ePortSuspend, ePortStop;
    ignore eTimeout;
  }

  state RemovingDevice {
    entry {
      send device, eRemoveDevice;
    }
    on eDeviceRemoved goto Unwinding with {
      attached = false;
    }
    defer ePortChange, ePortSuspend, ePortStop;
    ignore eAddressed, eConfigured, eEnumerationFailed, eDeviceIdle, eDeviceWanted, eDeviceBroken;
  }

  state ReleasingZero {
    entry {
      send zero, eReleaseZero, this;
    }
    on eZeroReleased goto Unwinding with {
      queued = false;
    }
    defer ePortChange, ePortSuspend, ePortStop;
    ignore eZeroGranted;
  }
}
