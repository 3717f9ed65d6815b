// The entry of a transition's target must accept the event's payload, also behind a transition function.
event eJob: int;
event eName: string;
machine Worker {
  start state Idle {
    on eJob goto Busy;
    on eName goto Busy with (name: string) { print name; }  //~ error: expected int, found string
  }
  state Busy {
    entry (job: int) { assert job > 0; }
    ignore eJob, eName;
  }
}
