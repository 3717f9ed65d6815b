// The parameter of an anonymous handler must accept the event's payload.
event eJob: int;
event eStop;
event eEnd;
machine Worker {
  start state Idle {
    on eJob do (job: string) { print job; }  //~ error: expected string, found int
    on eStop do (code: int) { assert code == 0; }  //~ error: the handler takes an int, but event 'eStop' carries no payload
    on eEnd do (who: (a: int)) { }  //~ error: the handler takes (a: int), but event 'eEnd' carries no payload
  }
}
