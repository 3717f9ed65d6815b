// The state that is entered later has at most one entry as well.
event eCall: int;

machine Operator {
  var caller: int;
  start state Idle {
    entry { caller = 0; }
    on eCall goto Busy;
  }
  state Busy {
    entry (number: int) { caller = number; }
    entry { caller = 1; }  //~ error: already has an entry
    defer eCall;
  }
}
