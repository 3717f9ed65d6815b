// A spec, other than a machine, does not run its exit function before an event is reported as unhandled.
// verdict: violated: unhandled-in-spec @6
event eJob;
machine Main { start state Only { entry { send this, eJob; } ignore eJob; } }
spec None observes eJob {
  start state Only {
    exit { assert false, "leaving"; }
  }
}
