// The parameter of a transition function must accept the event's payload.
event eJob: int;
machine Worker {
  start state Idle {
    on eJob goto Busy with (job: bool) { assert job; }  //~ error: expected bool, found int
  }
  state Busy { ignore eJob; }
}
